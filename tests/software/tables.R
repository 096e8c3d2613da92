# R's data.table: sums by group, sorts, files and rolling means by OpenMP, with other numbers of threads
# between; and in forked processes, where the package goes to one thread.
suppressMessages(library(data.table))
set.seed(1)
count <- 200000L
table <- data.table(a = sample(1000L, count, TRUE), b = sample(letters, count, TRUE), x = runif(count))
for (threads in c(1L, 2L, 4L, 3L)) {
  setDTthreads(threads)
  sums <- table[, .(sum = sum(x), count = .N), keyby = .(a, b)]
  print(c(sum(sums$sum), sum(sums$sum * sums$a)), digits = 12)
  print(head(setorder(copy(table), b, -a, x), 3), digits = 12)
  print(sum(frollmean(table$x, 10)[100:200]), digits = 12)
  print(sum(frank(table$x)[1:50]))
  file <- tempfile()
  fwrite(table, file)
  print(all.equal(table, fread(file)))
  print(unlist(parallel::mclapply(1:4, function(i) table[a == i, sum(x)], mc.cores = 2)), digits = 12)
}
