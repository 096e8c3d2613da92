#include "launcher_options.hpp"

#include <algorithm>

namespace tidemill::tool {
namespace {

/// Names without their dashes, separated by spaces: the MPI launchers accept one dash or two alike.
struct Options {
  std::string_view none;    ///< take no value
  std::string_view one;     ///< take one
  std::string_view two;     ///< take two
  std::string_view folder;  ///< take one: the working folder
};

bool has(std::string_view names, std::string_view name) {
  while (!names.empty()) {
    auto const end = std::min(names.find(' '), names.size());
    if (names.substr(0, end) == name) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

// mpirun of Open MPI 4 (ORTE) and 5 (PRRTE).
constexpr Options kOpenMpi{
    .none =
        "allow-run-as-root bind-to-core bind-to-socket bycore bynode byslot "
        "continuous d debug debug-daemons debug-daemons-file debug-devel "
        "disable-recovery display-allocation display-devel-allocation "
        "display-devel-map display-diffable-map display-map display-topo "
        "do-not-launch do-not-resolve enable-instant-on-support enable-recovery "
        "forward-signals fwd-mpirun-port get-stack-traces index-argv-by-rank "
        "leave-session-attached merge-stderr-to-stdout nolocal nooversubscribe "
        "noprefix novm oversubscribe pernode preload-binary q quiet report-bindings "
        "report-child-jobs-separately report-state-on-timeout s "
        "set-cwd-to-session-dir show-progress stop-on-exec tag-output "
        "timestamp-output tv use-hwthread-cpus use-regexp v V verbose version xml",
    .one =
        "am app bind-to c cartofile cf cpu-list cpu-set cpus-per-proc cpus-per-rank "
        "debugger default-hostfile display dvm-uri gmca-file H hnp host hostfile "
        "launch-agent machinefile map-by max-restarts max-vm-size N n np npernode "
        "npersocket ompi-server output output-filename output-proctable path "
        "personality pmixmca-file ppr prefix preload-files rank-by rankfile "
        "report-events report-pid report-uri rf runtime-options stdin timeout tune x "
        "xml-file xterm",
    .two = "gmca gpmixmca gprtemca mca omca pmixmca prtemca",
    .folder = "wd wdir",
};

// mpiexec.hydra: MPICH, Intel MPI, MVAPICH2.
constexpr Options kHydra{
    .none =
        "disable-auto-cleanup disable-hostname-propagation disable-x enable-x envall "
        "envnone genvall genvnone info l localonly nolocal pmi-port prepend-rank "
        "print-all-exitcodes print-rank-map profile skip-launch-node v V verbose "
        "version",
    .one =
        "arch binding bind-to bootstrap bootstrap-exec configfile demux env-file "
        "envlist errfile-pattern f genvlist gpus-per-proc grr host hostfile hostlist "
        "hosts iface launcher launcher-exec localhost machine machinefile map-by "
        "membind n nameserver np order-nodes outfile-pattern path perhost ppn "
        "prepend-pattern rmk rr s topolib umask usize",
    .two = "env genv",
    .folder = "wdir",
};

constexpr Options kSlurm{
    .none =
        "contiguous disable-status E exact exclusive I k K kill-on-bad-exit l label m "
        "no-kill O overcommit overlap preserve-env pty Q quiet quit-on-interrupt s "
        "spread-job u unbuffered use-min-nodes v verbose whole X Z",
    .one =
        "A account B C c constraint core-spec cpu-bind cpu-freq cpus-per-gpu "
        "cpus-per-task d dependency distribution e epilog error exclude export F G "
        "gpu-bind gpus gpus-per-node gpus-per-task gres hint i input J job-name jobid "
        "L licenses M mail-type mem mem-bind mem-per-cpu mem-per-gpu mpi N n network "
        "nice nodefile nodelist nodes ntasks ntasks-per-core ntasks-per-gpu "
        "ntasks-per-node ntasks-per-socket o open-mode output p partition prolog q "
        "qos r relative reservation S slurmd-debug t T task-epilog task-prolog "
        "threads threads-per-core time tmp W w wait wckey x",
    .two = "",
    .folder = "chdir D",
};

constexpr Options kAprun{
    .none = "b B C q ss T z",
    .one = "a cc cp d D e E F j L l m M n N p P r R S sd sl sn t",
    .two = "",
    .folder = "",
};

constexpr Options kJsrun{
    .none = "i immediate v V X",
    .one =
        "a b bind c cpu_per_rs d D e E env f g gpu_per_rs K k l latency_priority "
        "launch_distribution M m n np nrs o P p r rs_per_host S smpiargs stdio_mode t "
        "tasks_per_rs U F",
    .two = "",
    .folder = "chdir h",
};

std::optional<LauncherOption> find(Options const& options, std::string_view name) {
  if (has(options.folder, name)) return LauncherOption{1, true};
  if (has(options.two, name)) return LauncherOption{2, false};
  if (has(options.one, name)) return LauncherOption{1, false};
  if (has(options.none, name)) return LauncherOption{0, false};
  return std::nullopt;
}

Options const& options_of(LauncherFamily family) {
  switch (family) {
    case LauncherFamily::hydra:
      return kHydra;
    case LauncherFamily::slurm:
      return kSlurm;
    case LauncherFamily::aprun:
      return kAprun;
    case LauncherFamily::jsrun:
      return kJsrun;
    case LauncherFamily::openmpi:
    case LauncherFamily::any_mpirun:
      break;
  }
  return kOpenMpi;
}

}  // namespace

std::optional<LauncherOption> launcher_option(LauncherFamily family, std::string_view word) {
  auto name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  // `--output=FILE` and `-x=1` carry their value with them.
  if (name.find('=') != std::string_view::npos) return LauncherOption{0, false};
  if (auto const option = find(options_of(family), name)) return option;
  if (family == LauncherFamily::any_mpirun) return find(kHydra, name);
  bool const mpi_launcher = family == LauncherFamily::openmpi || family == LauncherFamily::hydra;
  bool const one_dash = !word.starts_with("--");
  // The batch systems' launchers also take a letter's value without a space: `-n4`.
  if (!mpi_launcher && one_dash && name.size() > 1) {
    if (find(options_of(family), name.substr(0, 1))) return LauncherOption{0, false};
  }
  return std::nullopt;
}

}  // namespace tidemill::tool
