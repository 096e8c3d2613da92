// OMP_PLACES' syntax, the places of synthetic machines, and who of a team sits where.
#include "core/settings/places.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/settings/places_request.hpp"
#include "core/topo/topology.hpp"

namespace tidemill::core {
namespace {

/// "0-3 4-7": each place as its processors.
std::string text(const PlaceList& places) {
  std::string out;
  for (const auto& place : places) out += (out.empty() ? "" : " ") + place.text();
  return out;
}

std::string listed(const char* value) {
  const auto request = parse_places(value);
  return request ? text(request->listed) : "refused";
}

/// The places `value` names on a synthetic machine.
std::string on(const char* machine, const char* value) {
  const auto request = parse_places(value);
  if (!request) return "refused";
  std::string remark;
  return text(resolve_places(*request, read_topology(machine), remark));
}

constexpr const char* kMachine = "numa:2 core:4 pu:2";  // 16 processors

TEST(PlacesSyntax, Lists) {
  EXPECT_EQ(listed("{0,1},{2,3}"), "0-1 2-3");
  EXPECT_EQ(listed("{0:4}"), "0-3");
  EXPECT_EQ(listed("{0:4:2}"), "0,2,4,6");
  EXPECT_EQ(listed("{6:3:-2}"), "2,4,6");
  EXPECT_EQ(listed("{0:4}:4:4"), "0-3 4-7 8-11 12-15");
  EXPECT_EQ(listed("{0:2}:3"), "0-1 1-2 2-3");
  EXPECT_EQ(listed("{8}:3:-4"), "8 4 0");
  EXPECT_EQ(listed("{0:8,!3}"), "0-2,4-7");
  EXPECT_EQ(listed("{!3,0:8,!5:2}"), "0-2,4,7");
  EXPECT_EQ(listed("{0}:4,!{2}"), "0 1 3");
  EXPECT_EQ(listed(" { 0 , 1 } : 2 : 2 "), "0-1 2-3");
  EXPECT_EQ(listed("0,2,4"), "0 2 4");
  EXPECT_EQ(listed("0:3:2"), "0 2 4");
}

TEST(PlacesSyntax, Refused) {
  for (const char* bad : {"{",
                          "}",
                          "{}",
                          "{0",
                          "0}",
                          "{0},",
                          ",{0}",
                          "{0},,{1}",
                          "{0}{1}",
                          "{0 1}",
                          "{-1}",
                          "{0:0}",
                          "{0:-1}",
                          "{0:2:}",
                          "{0:2:x}",
                          "{0}:0",
                          "{0}:2:",
                          "{0}:3:-1",
                          "{1:3:-1}",
                          "{65536}",
                          "{0:65537}",
                          "{99999999999999999999}",
                          "{0}:99999999999",
                          "!{0}",
                          "{!0}",
                          "{0,!0}",
                          "{0},!{0}",
                          "core",
                          "coresx",
                          "cores(",
                          "cores()",
                          "cores(0)",
                          "cores(-1)",
                          "cores(x)",
                          "cores(2",
                          "cores(2))",
                          "cores 2",
                          "cores,threads",
                          "threads{0}",
                          "{0}threads",
                          "!cores",
                          "{0}:2:1:1",
                          "{0:1:1:1}",
                          "{{0}}",
                          "({0})",
                          "\x01",
                          "{0:4}:65535:65535"})
    EXPECT_FALSE(parse_places(bad)) << bad;
}

TEST(PlacesSyntax, WellFormedAndOutOfRange) {
  const auto beyond = [](const char* value) {
    bool is = false;
    EXPECT_FALSE(parse_places(value, &is)) << value;
    return is;
  };
  for (const char* value : {"{0}:1000000000:1", "{0:1000000000}", "{70000}", "70000", "{0}:2:70000",
                            "{0}:2:-1", "{0:4}:65535:65535"})
    EXPECT_TRUE(beyond(value)) << value;
  for (const char* value : {"{0", "{0}:x", "{0}:0", "cores(x)", "{}", "{0}:2:1:1"})
    EXPECT_FALSE(beyond(value)) << value;
}

TEST(PlacesSyntax, AbstractNames) {
  EXPECT_EQ(parse_places("Cores")->kind, PlaceKind::cores);
  EXPECT_EQ(parse_places(" sockets ( 3 ) ")->count, 3);
  EXPECT_EQ(parse_places("LL_CACHES")->kind, PlaceKind::ll_caches);
}

TEST(Places, OfASyntheticMachine) {
  ASSERT_TRUE(read_topology(kMachine).known) << "libhwloc.so.15 is missing";
  EXPECT_EQ(on(kMachine, "threads(3)"), "0 1 2");
  EXPECT_EQ(on(kMachine, "cores"), "0-1 2-3 4-5 6-7 8-9 10-11 12-13 14-15");
  EXPECT_EQ(on(kMachine, "cores(2)"), "0-1 2-3");
  EXPECT_EQ(on(kMachine, "numa_domains"), "0-7 8-15");
  EXPECT_EQ(on(kMachine, "sockets"), "0-15");  // the description has none
  EXPECT_EQ(on("pack:2 l3:2 core:2 pu:1", "ll_caches"), "0-1 2-3 4-5 6-7");
  EXPECT_EQ(on("pack:2 l3:2 core:2 pu:1", "sockets"), "0-3 4-7");
  EXPECT_EQ(on("pack:2 l3:2 l2:2 core:2 pu:1", "ll_caches(1)"), "0-3");
  EXPECT_EQ(on(kMachine, "{0:4}:2:8,{16}"), "0-3 8-11");
}

TEST(Places, MoreThanThereAreIsRemarkedUpon) {
  std::string remark;
  EXPECT_EQ(resolve_places(*parse_places("cores(9)"), read_topology(kMachine), remark).size(), 8u);
  EXPECT_NE(remark, "");
  remark.clear();
  resolve_places(*parse_places("{0},{99}"), read_topology(kMachine), remark);
  EXPECT_NE(remark.find("99"), std::string::npos);
  remark.clear();
  EXPECT_TRUE(resolve_places(*parse_places("{99}"), read_topology(kMachine), remark).empty());
  EXPECT_NE(remark.find("not bound"), std::string::npos);
}

TEST(Places, OnlyInsideTheMask) {
  platform::CpuSet mask;
  for (const int cpu : {1, 4, 5, 14}) mask.add(cpu);
  const Topology here = restrict_topology(read_topology(kMachine), mask);
  std::string remark;
  EXPECT_EQ(text(resolve_places(*parse_places("cores"), here, remark)), "1 4-5 14");
  EXPECT_EQ(text(resolve_places(*parse_places("numa_domains"), here, remark)), "1,4-5 14");
  EXPECT_EQ(remark, "");
}

std::string kmp(const char* value, const char* machine = "pack:2 core:2 pu:2") {
  const auto parsed = parse_kmp_affinity(value);
  if (!parsed) return "refused";
  std::string remark;
  return text(resolve_places(parsed->places, read_topology(machine), remark));
}

TEST(Places, KmpAffinity) {
  EXPECT_EQ(kmp("compact"), "0-1 2-3 4-5 6-7");
  EXPECT_EQ(kmp("scatter"), "0-1 4-5 2-3 6-7");
  EXPECT_EQ(kmp("granularity=fine,compact"), "0 1 2 3 4 5 6 7");
  EXPECT_EQ(kmp("granularity=fine,scatter"), "0 4 2 6 1 5 3 7");
  EXPECT_EQ(kmp("granularity=fine,compact,1,0"), "0 2 4 6 1 3 5 7");
  EXPECT_EQ(kmp("granularity=fine,compact,0,3"), "3 4 5 6 7 0 1 2");
  EXPECT_EQ(kmp("verbose,granularity=socket,compact"), "0-3 4-7");
  EXPECT_EQ(kmp("explicit,proclist=[3,0-1,{4,5}]"), "3 0 1 4-5");
  EXPECT_EQ(kmp("proclist=[7-1:2],explicit"), "refused");
  EXPECT_EQ(kmp("none"), "");
  EXPECT_EQ(kmp("disabled"), "");
  EXPECT_EQ(parse_kmp_affinity("balanced")->bind, ProcBind::spread);
  EXPECT_TRUE(parse_kmp_affinity("verbose,none")->verbose);
  EXPECT_TRUE(parse_kmp_affinity("norespect,compact")->places.whole_machine);
  for (const char* bad : {"fast", "compact,x", "compact,1,2,3", "1,compact", "granularity=", "",
                          "granularity=large,compact", "explicit", "explicit,proclist=[]",
                          "explicit,proclist=0", "explicit,proclist=[x]", "proclist", ",compact",
                          "compact,", "compact,-1", "explicit,proclist=[{0},{}]"})
    EXPECT_EQ(kmp(bad), "refused") << bad;
}

TEST(Places, ProcessorLists) {
  EXPECT_EQ(text(parse_processor_list("0 3 1-2 4-8:2")->listed), "0 3 1 2 4 6 8");
  EXPECT_EQ(text(parse_processor_list("0,1")->listed), "0 1");
  for (const char* bad : {"", "x", "3-1", "0-", "-1", "0-4:0", "0-4:", "65536", "1;2", "0 - x"})
    EXPECT_FALSE(parse_processor_list(bad)) << bad;
}

std::string subset(const char* value, const char* machine) {
  const auto items = parse_hw_subset(value);
  if (!items) return "refused";
  platform::CpuSet left;
  for (const Processor& p : apply_hw_subset(read_topology(machine), *items).processors)
    left.add(p.number);
  return left.text();
}

TEST(Places, HardwareSubset) {
  const char* machine = "pack:2 core:4 pu:2";
  EXPECT_EQ(subset("1s", machine), "0-7");
  EXPECT_EQ(subset("1s@1", machine), "8-15");
  EXPECT_EQ(subset("2c", machine), "0-3,8-11");
  EXPECT_EQ(subset("2c,1t", machine), "0,2,8,10");
  EXPECT_EQ(subset("1s,2c@2,1t@1", machine), "5,7");
  EXPECT_EQ(subset("*s,1c", machine), "0-1,8-9");
  EXPECT_EQ(subset(":2s,1C,2T", machine), "0-1,8-9");
  // Absolute: of the machine, or of the next larger unit that is named.
  EXPECT_EQ(subset(":2c", machine), "0-3");
  EXPECT_EQ(subset(":2c@3", machine), "6-9");
  EXPECT_EQ(subset(":3t", machine), "0-2");
  EXPECT_EQ(subset(":2s,3t", machine), "0-2,8-10");
  EXPECT_EQ(subset(" :1s@1,*c,1t", machine), "8,10,12,14");
  EXPECT_EQ(subset("1s@2", machine), "");
  EXPECT_EQ(subset("1n", "numa:2 core:2 pu:1"), "0-1");
  for (const char* bad :
       {"", "s", "0s", "-1s", "2", "2x", "2s4c", "2s,,4c", "1s@", "1s@x", "2s;4c"})
    EXPECT_EQ(subset(bad, machine), "refused") << bad;
}

/// Member by member: place[first,count].
std::string seats(ProcBind policy, const Seat& parent, int members) {
  std::vector<Seat> made(static_cast<std::size_t>(members));
  assign_seats(policy, parent, made);
  std::string out;
  for (const Seat& s : made)
    out += (out.empty() ? "" : " ") + std::to_string(s.place) + '[' + std::to_string(s.first) +
           ',' + std::to_string(s.count) + ']';
  return out;
}

// OpenMP 5.2, 10.1.3: eight places.
TEST(Seats, Primary) { EXPECT_EQ(seats(ProcBind::primary, {3, 0, 8}, 3), "3[0,8] 3[0,8] 3[0,8]"); }

TEST(Seats, Close) {
  EXPECT_EQ(seats(ProcBind::close, {0, 0, 8}, 3), "0[0,8] 1[0,8] 2[0,8]");
  EXPECT_EQ(seats(ProcBind::close, {6, 0, 8}, 4), "6[0,8] 7[0,8] 0[0,8] 1[0,8]");
  EXPECT_EQ(seats(ProcBind::true_, {6, 4, 4}, 4), "6[4,4] 7[4,4] 4[4,4] 5[4,4]");
  EXPECT_EQ(seats(ProcBind::close, {1, 0, 2}, 5), "1[0,2] 1[0,2] 1[0,2] 0[0,2] 0[0,2]");
  EXPECT_EQ(seats(ProcBind::close, {kNoPlace, 2, 3}, 3), "2[2,3] 3[2,3] 4[2,3]");
}

TEST(Seats, Spread) {
  EXPECT_EQ(seats(ProcBind::spread, {0, 0, 8}, 4), "0[0,2] 2[2,2] 4[4,2] 6[6,2]");
  EXPECT_EQ(seats(ProcBind::spread, {5, 0, 8}, 4), "5[4,2] 6[6,2] 0[0,2] 2[2,2]");
  EXPECT_EQ(seats(ProcBind::spread, {0, 0, 8}, 3), "0[0,3] 3[3,3] 6[6,2]");
  EXPECT_EQ(seats(ProcBind::spread, {7, 0, 8}, 3), "7[6,2] 0[0,3] 3[3,3]");
  EXPECT_EQ(seats(ProcBind::spread, {4, 4, 2}, 2), "4[4,1] 5[5,1]");
  EXPECT_EQ(seats(ProcBind::spread, {1, 0, 2}, 4), "1[1,1] 1[1,1] 0[0,1] 0[0,1]");
  EXPECT_EQ(seats(ProcBind::spread, {3, 0, 8}, 1), "3[0,8]");
}

/// Whatever the numbers: places inside the parent's partition, its own kept by the primary
/// thread, nobody idle while another place has two more.
TEST(Seats, HoldForAllSizes) {
  for (int count = 1; count <= 9; ++count)
    for (int place = 0; place < count; ++place)
      for (int members = 1; members <= 20; ++members)
        for (const ProcBind policy : {ProcBind::close, ProcBind::spread}) {
          const Seat parent{place + 3, 3, count};
          std::vector<Seat> made(static_cast<std::size_t>(members));
          assign_seats(policy, parent, made);
          std::vector<int> load(static_cast<std::size_t>(count));
          for (const Seat& seat : made) {
            ASSERT_GE(seat.place, seat.first);
            ASSERT_LT(seat.place, seat.first + seat.count);
            ASSERT_GE(seat.first, 3);
            ASSERT_LE(seat.first + seat.count, 3 + count);
            ++load[static_cast<std::size_t>(seat.place - 3)];
          }
          ASSERT_EQ(made[0].place, parent.place);
          const auto [least, most] = std::minmax_element(load.begin(), load.end());
          ASSERT_LE(*most - *least, 1);
        }
}

}  // namespace
}  // namespace tidemill::core
