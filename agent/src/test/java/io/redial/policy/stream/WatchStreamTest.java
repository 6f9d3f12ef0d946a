package io.redial.policy.stream;

import static io.redial.policy.stream.WatchReader.added;
import static io.redial.policy.stream.WatchReader.bookmark;
import static io.redial.policy.stream.WatchReader.error;
import static io.redial.policy.stream.WatchReader.event;
import static io.redial.policy.stream.WatchReader.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.redial.Rule;
import io.redial.policy.FakeCall;
import io.redial.policy.Fields;
import io.redial.policy.ManualClock;
import io.redial.policy.Resume;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import io.redial.policy.stream.WatchReader.Source;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 10.4. */
class WatchStreamTest {
  private static final String PODS = "/api/v1/pods?watch=true";
  private static final String FROM_5 = PODS + "&resourceVersion=5";
  private static final String BOOKMARKS = "&allowWatchBookmarks=true";
  private static final String INITIAL = PODS + "&sendInitialEvents=true&resourceVersionMatch=x";
  private static final String INITIAL_END =
      "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\","
          + "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}\n";

  @ParameterizedTest
  @CsvSource({
    "200, application/json, , , true",
    "200, Application/JSON; charset=utf-8, , , true",
    "200, application/json;stream=watch, , , true",
    "200, application/json, Content-Encoding, identity, true",
    "200, application/json, Transfer-Encoding, chunked, true",
    "200, application/json, Content-Encoding, gzip, false",
    "200, application/json, Content-Length, 5, false",
    "200, application/json, Content-Type, application/json, false",
    "200, application/json;as=Table;v=v1, , , false",
    "200, application/vnd.kubernetes.protobuf, , , false",
    "200, application/json-seq, , , false",
    "201, application/json, , , false",
  })
  @Rule("10.4")
  void theHeadDecidesWhetherAWatchGoesOn(
      int status, String type, String name, String value, boolean resumes) {
    Fields head = new Fields().add("Content-Type", type);
    if (name != null) {
      head.add(name, value);
    }

    assertThat(plan(FROM_5, status, head) != null).isEqualTo(resumes);
    assertThat(new WatchReader(FROM_5).plan.judge(status, head, -1))
        .isEqualTo(resumes ? ResumeVerdict.CONTINUES : ResumeVerdict.REFUSED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/pods",
        "/api/v1/pods?watch=false",
        "/api/v1/pods?watch=true&resource%56ersion=5",
        "/api/v1/pods?watch=true&resource+Version=5",
      })
  @Rule("10.4")
  void anythingButAPlainWatchIsLeftAlone(String target) {
    assertThat(plan(target, 200, json())).isNull();
  }

  @Test
  @Rule("10.4")
  void aWatchThatEndedIsAskedForAgainFromTheLastEvent() {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.cut(added(6), event("MODIFIED", 8)), open(event("DELETED", 9)));

    assertThat(reader.got()).isEqualTo(added(6) + event("MODIFIED", 8) + event("DELETED", 9));
    assertThat(reader.asked).containsExactly(PODS + "&resourceVersion=8" + BOOKMARKS);
    assertThat(headers(reader.plan)).containsOnly(entry("Accept-Encoding", "identity"));
    assertThat(reader.plan.resumesWithHead()).isTrue();
  }

  @Test
  @Rule("10.4")
  void aWatchBegunAtAVersionGoesOnBeforeItsFirstEvent() {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.cut(), open(added(6)));

    assertThat(reader.got()).isEqualTo(added(6));
    assertThat(reader.asked).containsExactly(FROM_5 + BOOKMARKS);
  }

  @ParameterizedTest
  @CsvSource({
    "/p?watch=1, /p?watch=1&resourceVersion=7",
    "/p?resourceVersion=5&watch=1&x=%2F, /p?resourceVersion=7&watch=1&x=%2F",
    "/p?watch=1&resourceVersion, /p?watch=1&resourceVersion=7",
    "/p?resourceVersion=5&watch=1&resourceVersion=6, /p?resourceVersion=7&watch=1",
    "/p?&watch=1&&a, /p?&watch=1&&a&resourceVersion=7",
    "/p?watch=1#f, /p?watch=1&resourceVersion=7#f",
    "/p?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan,"
        + " /p?watch=1&resourceVersion=7",
    "http://h/p?watch=1&resourceVersions=3,"
        + " http://h/p?watch=1&resourceVersions=3&resourceVersion=7",
  })
  @Rule("10.4")
  void onlyTheVersionInTheTargetChanges(String target, String expected) {
    assertThat(WatchRequest.from("7", target)).isEqualTo(expected);
  }

  @Test
  @Rule("10.4")
  void halfALineIsDroppedIfTheWatchGoesOn() {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.cut(added(6), added(7).substring(0, 20)), open(added(7)));

    assertThat(reader.got()).isEqualTo(added(6) + added(7));
  }

  @Test
  @Rule({"10.4", "10.5"})
  void halfALineIsGivenOutIfTheWatchDoesNotGoOn() {
    WatchReader reader = new WatchReader(FROM_5);
    String half = added(7).substring(0, 20);

    boolean inOrder = reader.reads(Source.cut(added(6), half), to -> null);

    assertThat(reader.got()).isEqualTo(added(6) + half);
    assertThat(inOrder).isFalse();
  }

  @Test
  @Rule({"10.4", "10.5"})
  void halfALineIsDroppedIfWhatFollowsBringsNothing() {
    WatchReader reader = new WatchReader(FROM_5);

    boolean inOrder = reader.reads(Source.cut(added(6), "{\"type\""), to -> Source.cut("\n{"));

    assertThat(reader.got()).isEqualTo(added(6) + "\n\n\n");
    assertThat(inOrder).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"'', 20", "'\n', 20", "{\"type\":, 20", "'', 0", "'\n', 0"})
  @Rule({"10.4", "10.5"})
  void aCutBeforeACleanEndWithoutAnEventMeansTheError(String next, int halfALine) {
    WatchReader cut = new WatchReader(FROM_5);
    WatchReader withTimeout = new WatchReader(FROM_5 + "&timeoutSeconds=60");
    Source first = Source.cut(added(6), added(7).substring(0, halfALine));

    boolean cutInOrder = cut.reads(first, to -> Source.ending(next));
    boolean inOrderWithTimeout = withTimeout.reads(first, to -> Source.ending(next));

    assertThat(cutInOrder).isFalse();
    assertThat(inOrderWithTimeout).isFalse();
    assertThat(cut.got().trim() + "\n").isEqualTo(added(6));
    assertThat(withTimeout.got()).isEqualTo(cut.got());
    assertThat(cut.asked).hasSize(1);
  }

  @Test
  @Rule({"10.4", "10.5"})
  void halfALineOfTheLatestSourceIsDroppedToo() {
    WatchReader reader = new WatchReader(FROM_5);

    boolean inOrder = reader.reads(Source.cut(added(6)), to -> Source.ending("{\"type\""));

    assertThat(reader.got()).isEqualTo(added(6));
    assertThat(inOrder).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/pods, watch=true, true",
    "/apis/apps/v1/deployments, watch=1, true",
    "/apis/example.org/v1beta1/namespaces/a/widgets, watch=true, true",
    "/k8s/clusters/c-1/api/v2alpha10/pods, watch=true, true",
    "/api/v1, watch=true, false",
    "/api/v1x/pods, watch=true, false",
    "/api/1/pods, watch=true, false",
    "/api/v1beta/pods, watch=true, false",
    "/api/v1beta2alpha3/pods, watch=true, false",
    "/apis/v1/pods, watch=true, false",
    "/apis/a/b/v1/pods, watch=true, false",
    "/myapi/v1/pods, watch=true, false",
    "/films, watch=true, false",
    "/films?of=/api/v1/pods, watch=true, false",
    "'', watch=true, false",
    "/api/v1/pods, watch=true&X-Amz-Signature=a, false",
    "/api/v1/pods, Signature=a&watch=true, false",
    "/api/v1/pods, watch=true&sig=a, false",
    "/api/v1/pods, watch=true&sig, false",
    "/api/v1/pods, watch=true&labelSelector=sig, true",
  })
  @Rule("10.4")
  void onlyAnUnsignedPathOfTheKubernetesApiIsAWatch(String path, String query, boolean isOne) {
    FakeCall call = new FakeCall("GET");
    call.path = path;
    call.query = query;
    EnumSet<Resume> kinds = EnumSet.of(Resume.WATCH);
    String target = path + "?" + query;

    assertThat(StreamPlans.of(kinds, call, 200, json(), -1, new ManualClock()) != null)
        .isEqualTo(isOne);
    assertThat(StreamPlans.firstTarget(kinds, call, target))
        .isEqualTo(isOne ? target + BOOKMARKS : target);
  }

  @Test
  @Rule("10.4")
  void bookmarksAreUsedAndNotDelivered() {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.cut(added(6), bookmark(20)), open(bookmark(30), added(31)));

    assertThat(reader.got()).isEqualTo(added(6) + added(31));
    assertThat(reader.asked).containsExactly(PODS + "&resourceVersion=20" + BOOKMARKS);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 11, 16, 17, 18, 30}) // From the first letter of its type on.
  @Rule("10.4")
  void noPartOfABookmarkIsDelivered(int length) {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.cut(bookmark(20).substring(0, length)), to -> null);

    assertThat(reader.got()).isEmpty();
  }

  @Test
  @Rule("10.4")
  void bookmarksThatTheApplicationAskedForAreDelivered() {
    WatchReader reader = new WatchReader(FROM_5 + BOOKMARKS);

    reader.reads(Source.cut(bookmark(20)), open());

    assertThat(reader.got()).isEqualTo(bookmark(20));
    assertThat(reader.asked).containsExactly(PODS + "&resourceVersion=20" + BOOKMARKS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&resourceVersion=0", "&resourceVersion=", "&resourceVersion=a%20b"})
  @Rule("10.4")
  void aWatchBegunWithoutAVersionGoesOnOnlyAfterABookmark(String version) {
    WatchReader before = new WatchReader(PODS + version);
    before.reads(Source.cut(added(6)), open());
    assertThat(before.asked).isEmpty();

    WatchReader after = new WatchReader(PODS + version);
    after.reads(Source.cut(added(6), added(3), bookmark(8), added(9)), open());
    assertThat(after.asked).singleElement().asString().contains("&resourceVersion=9");
    assertThat(after.got()).isEqualTo(added(6) + added(3) + added(9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&resourceVersion=5"})
  @Rule("10.4")
  void initialEventsHaveToBeCompleteBeforeAWatchGoesOn(String version) {
    WatchReader before = new WatchReader(INITIAL + version);
    before.reads(Source.cut(added(6), bookmark(8)), open());
    assertThat(before.asked).isEmpty();

    WatchReader after = new WatchReader(INITIAL + version);
    after.reads(Source.cut(added(6), INITIAL_END), open());
    assertThat(after.asked).containsExactly(PODS + "&resourceVersion=9" + BOOKMARKS);
  }

  @ParameterizedTest
  @ValueSource(ints = {410, 401, 403})
  @Rule("10.4")
  void anErrorThatDoesNotPassIsDeliveredAndEndsTheWatch(int code) {
    WatchReader reader = new WatchReader(FROM_5);

    boolean inOrder = reader.reads(Source.ending(added(6), error(code)), open());

    assertThat(reader.got()).isEqualTo(added(6) + error(code));
    assertThat(reader.asked).isEmpty();
    assertThat(inOrder).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 504, 429, 666, 0})
  @Rule("10.4")
  void anErrorThatPassesIsNotDeliveredIfTheWatchGoesOn(int code) {
    WatchReader reader = new WatchReader(FROM_5 + "&timeoutSeconds=300");

    reader.reads(Source.ending(added(6), error(code), added(7)), open(added(7)));

    assertThat(reader.got()).isEqualTo(added(6) + added(7));
    assertThat(reader.asked).singleElement().asString().contains("&resourceVersion=6");
  }

  @Test
  @Rule({"10.4", "10.5"})
  void anErrorThatPassesIsGivenOutIfTheWatchDoesNotGoOn() {
    WatchReader reader = new WatchReader(FROM_5);

    boolean inOrder = reader.reads(Source.cut(added(6), error(500)), to -> null);

    assertThat(reader.got()).isEqualTo(added(6) + error(500));
    assertThat(inOrder).isTrue();
  }

  @Test
  @Rule("10.4")
  void anErrorIsDeliveredIfThereIsNoVersionToGoOnFrom() {
    WatchReader reader = new WatchReader(PODS);

    reader.reads(Source.ending(added(6), error(500)), open());

    assertThat(reader.got()).isEqualTo(added(6) + error(500));
    assertThat(reader.asked).isEmpty();
  }

  @Test
  @Rule("10.4")
  void aServerThatWantsRestIsLeftInPeaceForSoLong() {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.ending(error(500, 30)), open());

    assertThat(reader.waits).containsExactly(Duration.ofSeconds(30));
  }

  @Test
  @Rule({"3.2", "10.4"})
  void aServerThatWantsRestForMoreThanAYearIsNotAskedAgain() {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.ending(error(500, 31_536_001)), open());

    assertThat(reader.got()).isEqualTo(error(500, 31_536_001));
    assertThat(reader.asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"MOVED\",\"object\":{\"metadata\":{\"resourceVersion\":\"7\"}}}\n",
        "{\"object\":{\"metadata\":{\"resourceVersion\":\"7\"}}}\n",
        "{\"type\":7}\n",
        "{\"type\":\"ADDED\",\"type\":\"ADDED\"}\n",
        "[]\n",
        "\"ADDED\"\n",
        "{\n",
        "{\"type\":\"ADDED\"}}\n",
        "<html>\n",
        "data: x\n",
      })
  @Rule("10.4")
  void whatIsNotUnderstoodIsDeliveredAndTheWatchCannotGoOn(String line) {
    WatchReader reader = new WatchReader(FROM_5);

    boolean inOrder = reader.reads(Source.cut(added(6), line, added(8)), open());

    assertThat(reader.got()).isEqualTo(added(6) + line + added(8));
    assertThat(reader.asked).isEmpty();
    assertThat(inOrder).isFalse();
  }

  @Test
  @Rule("10.4")
  void whatIsNoEventIsPassedOnAsItComes() {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.open("<html>"), open());

    assertThat(reader.got()).isEqualTo("<html>");
  }

  @Test
  @Rule({"10.4", "10.5"})
  void aFurtherSourceThatIsNoWatchChangesNothing() {
    String list = "{\"kind\":\"PodList\",\"items\":[]}\n";
    WatchReader cut = new WatchReader(FROM_5);
    WatchReader ended = new WatchReader(FROM_5);

    boolean cutInOrder = cut.reads(Source.cut(added(6), "{"), to -> Source.ending(list));
    boolean endedInOrder = ended.reads(Source.ending(added(6)), to -> Source.cut(list));

    assertThat(cut.got()).isEqualTo(added(6) + "{");
    assertThat(cut.asked).hasSize(1);
    assertThat(cutInOrder).isFalse();
    assertThat(ended.got()).isEqualTo(added(6));
    assertThat(endedInOrder).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "a b", "a&b", "a\\u0000", "\u00e4"})
  @Rule("10.4")
  void aVersionThatCannotBeAskedForDoesNotCount(String version) {
    WatchReader last = new WatchReader(FROM_5);
    last.reads(Source.cut(added(6), added(version)), open());
    assertThat(last.asked).isEmpty();

    WatchReader passed = new WatchReader(FROM_5);
    passed.reads(Source.cut(added(version), added(9)), open());
    assertThat(passed.asked).singleElement().asString().contains("&resourceVersion=9");
  }

  @ParameterizedTest
  @CsvSource({"128, true", "129, false"})
  @Rule("10.4")
  void aVersionHasABoundedLength(int length, boolean resumes) {
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.cut(added("7".repeat(length))), open());

    assertThat(reader.asked).hasSize(resumes ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 100_000, 10_000_000})
  @Rule("10.4")
  void aLineThatIsTooLongToBeHeldIsPassedOnAsItComes(int piece) {
    String line =
        "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"resourceVersion\":\"7\"},\"data\":\""
            + "x".repeat(WatchLine.MAX_HELD)
            + "\"}}\n";
    WatchReader half = new WatchReader(FROM_5).pieces(left -> piece);
    half.reads(Source.cut(line.substring(0, WatchLine.MAX_HELD + 1)), open());
    assertThat(half.got()).hasSize(WatchLine.MAX_HELD + 1);
    assertThat(half.asked).isEmpty();

    WatchReader whole = new WatchReader(FROM_5).pieces(left -> piece);
    whole.reads(Source.cut(line, added(8).substring(0, 9)), open(added(8)));
    assertThat(whole.got()).isEqualTo(line + added(8));
    assertThat(whole.asked).containsExactly(PODS + "&resourceVersion=7" + BOOKMARKS);
  }

  /** Nobody knows from where to resume the watch until the next event has come. */
  @Test
  @Rule({"10.4", "10.5"})
  void aVersionBeyondWhatIsHeldOfALineDoesNotCount() {
    String line =
        "{\"type\":\"ADDED\",\"object\":{\"data\":\""
            + "x".repeat(WatchLine.MAX_HELD)
            + "\",\"metadata\":{\"resourceVersion\":\"7\"}}}\n";
    WatchReader before = new WatchReader(FROM_5).pieces(left -> 100_000);
    before.reads(Source.cut(added(6), line), open());
    assertThat(before.got()).isEqualTo(added(6) + line);
    assertThat(before.asked).isEmpty();

    WatchReader after = new WatchReader(FROM_5).pieces(left -> 100_000);
    after.reads(Source.cut(added(6), line, added(8)), open(added(9)));
    assertThat(after.got()).isEqualTo(added(6) + line + added(8) + added(9));
    assertThat(after.asked).containsExactly(PODS + "&resourceVersion=8" + BOOKMARKS);
  }

  /** Of what is allocated nearly all is copied to: what holds the line grows by doubling. */
  @Test
  @Rule("10.4")
  void aLongLineInSmallPiecesIsHardlyCopied() {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    String text = "{\"x\":\"" + "x".repeat(900_000) + "\"," + added(7).substring(1);
    byte[] line = text.getBytes(StandardCharsets.US_ASCII);
    StreamPlan plan = new WatchReader(FROM_5).plan;
    ByteBuffer pieces = ByteBuffer.wrap(line);
    int given = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int at = 0; at < line.length; at = Math.min(line.length, at + 4096)) {
      pieces.limit(Math.min(line.length, at + 4096)).position(at);
      given += plan.take(pieces).remaining();
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(given).isEqualTo(line.length);
    assertThat(allocated).isLessThan(3L * line.length);
  }

  @Test
  @Rule("10.4")
  void blankLinesAndOtherLineEndsArePassedThrough() {
    String lines = "\n\r\n" + added(6).replace("\n", "\r\n") + " \n";
    WatchReader reader = new WatchReader(FROM_5);

    reader.reads(Source.cut(lines), open("\n", added(7)));

    assertThat(reader.got()).isEqualTo(lines + "\n" + added(7));
    assertThat(reader.asked).containsExactly(PODS + "&resourceVersion=6" + BOOKMARKS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule("10.4")
  void a410IsDeliveredAsAnEventAndEndsTheWatch(boolean cut) {
    WatchReader reader = new WatchReader(FROM_5).pieces(left -> 7);
    String body = "{\r\n  \"kind\": \"Status\",\n  \"code\": 410\n}\n";
    Source first = Source.ending(added(6), added(7).substring(0, 9));

    boolean inOrder = reader.reads(cut ? first.isCut() : first, to -> Source.answering(410, body));

    assertThat(reader.got())
        .isEqualTo(
            added(6)
                + "{\"type\":\"ERROR\",\"object\":{  \"kind\": \"Status\",  \"code\": 410}}\n");
    assertThat(inOrder).isTrue();
    assertThat(reader.asked).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{\"kind\":\"Status\"",
        "{\"kind\":\"Other\"}",
        "{\"kind\":\"Status\"},\"a\":1",
        "gone"
      })
  @Rule("10.4")
  void a410ThatIsNoStatusChangesNothing(String body) {
    assert410ChangesNothing(Source.answering(410, body));
  }

  @Test
  @Rule("10.4")
  void a410ThatIsTooLongChangesNothing() {
    String more = ",\"message\":\"" + "x".repeat(64 * 1024) + "\"";
    assert410ChangesNothing(Source.answering(410, status(410, more)));
  }

  @Test
  @Rule("10.4")
  void a410ThatBreaksOffChangesNothing() {
    assert410ChangesNothing(Source.answering(410, status(410, "")).isCut());
  }

  private static void assert410ChangesNothing(Source answer) {
    WatchReader cut = new WatchReader(FROM_5);
    WatchReader failed = new WatchReader(FROM_5);

    boolean cutInOrder = cut.reads(Source.cut(added(6), "{"), to -> answer);
    boolean failedInOrder = failed.reads(Source.cut(error(500)), to -> answer);

    assertThat(cut.got()).isEqualTo(added(6) + "{");
    assertThat(cutInOrder).isFalse();
    assertThat(failed.got()).isEqualTo(error(500));
    assertThat(failedInOrder).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 500, 301, 204})
  @Rule("10.4")
  void anyOtherStatusEndsTheWatch(int status) {
    WatchReader cut = new WatchReader(FROM_5);
    WatchReader ended = new WatchReader(FROM_5);
    Source answer = Source.answering(status, status(status, ""));

    boolean cutInOrder = cut.reads(Source.cut(added(6)), to -> answer);
    boolean endedInOrder = ended.reads(Source.ending(added(6)), to -> answer);

    assertThat(cut.got()).isEqualTo(ended.got()).isEqualTo(added(6));
    assertThat(cutInOrder).isFalse();
    assertThat(endedInOrder).isTrue();
  }

  @Test
  @Rule("10.4")
  void aCleanEndIsFinalIfTheApplicationSetATimeout() {
    WatchReader ended = new WatchReader(FROM_5 + "&timeoutSeconds=60");
    WatchReader cut = new WatchReader(FROM_5 + "&timeoutSeconds=60");

    boolean inOrder = ended.reads(Source.ending(added(6)), open());
    cut.reads(Source.cut(added(6)), open());

    assertThat(ended.asked).isEmpty();
    assertThat(inOrder).isTrue();
    assertThat(cut.asked)
        .containsExactly(PODS + "&resourceVersion=6&timeoutSeconds=60" + BOOKMARKS);
  }

  @Test
  @Rule("10.4")
  void aFurtherWatchThatEndsAtOnceWithoutAnEventIsTheLast() {
    WatchReader reader = new WatchReader(FROM_5).mostFailures(9);

    boolean inOrder =
        reader.reads(
            Source.ending(),
            inTurn(Source.ending(added(6)), Source.ending(bookmark(7)), Source.ending()));

    assertThat(reader.got()).isEqualTo(added(6));
    assertThat(reader.asked).hasSize(3);
    assertThat(inOrder).isTrue();
  }

  @Test
  @Rule("10.4")
  void aFurtherWatchThatLastsAndEndsWithoutAnEventGoesOn() {
    WatchReader reader = new WatchReader(FROM_5).mostFailures(9);
    StreamPlan plan = reader.plan;
    plan.sent();
    plan.judge(200, json(), -1);

    reader.clock.advanceMillis(2000);
    assertThat(plan.resumesAfterEnd()).isTrue();
    assertThat(plan.hasProgressed()).isFalse();
  }

  @Test
  @Rule("10.4")
  void aSecondLiesBetweenTwoStarts() {
    WatchReader reader = new WatchReader(FROM_5);
    StreamPlan plan = reader.plan;

    assertThat(plan.leastWaitNanos()).isEqualTo(1_000_000_000L);
    reader.clock.advanceMillis(400);
    assertThat(plan.leastWaitNanos()).isEqualTo(600_000_000L);
    reader.clock.advanceMillis(10_000);
    assertThat(plan.leastWaitNanos()).isZero();
    plan.sent();
    assertThat(plan.leastWaitNanos()).isEqualTo(1_000_000_000L);
  }

  @Test
  @Rule("10.7")
  void anErrorIsNoProgress() {
    WatchReader reader = new WatchReader(FROM_5).mostFailures(4);

    boolean inOrder =
        reader.reads(Source.ending(added(6), error(500)), to -> Source.cut(error(504)));

    assertThat(reader.asked).hasSize(4);
    assertThat(reader.got()).isEqualTo(added(6) + error(504));
    assertThat(inOrder).isTrue();
  }

  private static Function<String, Source> open(String... lines) {
    return to -> Source.open(lines);
  }

  private static Function<String, Source> inTurn(Source... sources) {
    Deque<Source> left = new ArrayDeque<>(Arrays.asList(sources));
    return to -> left.remove();
  }

  private static Map<String, String> headers(StreamPlan plan) {
    Map<String, String> headers = new HashMap<>();
    plan.ask(headers::put);
    return headers;
  }

  private static Fields json() {
    return new Fields().add("Content-Type", "application/json");
  }

  private static StreamPlan plan(String target, int status, Fields head) {
    FakeCall call = new FakeCall("GET");
    call.query = StreamPlans.query(target);
    return StreamPlans.of(EnumSet.of(Resume.WATCH), call, status, head, -1, new ManualClock());
  }
}
