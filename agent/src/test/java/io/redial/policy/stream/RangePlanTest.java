package io.redial.policy.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.entry;

import io.redial.Rule;
import io.redial.policy.FakeCall;
import io.redial.policy.Fields;
import io.redial.policy.ManualClock;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 10.2. */
class RangePlanTest {
  private static final String TAG = "\"v1\"";
  private static final String CHANGED = "Sun, 06 Nov 1994 08:49:37 GMT";
  private static final long TOTAL = 1000;
  private static final long RECEIVED = 400;

  /** As a witness: a strict reading of {@code bytes FIRST-LAST/TOTAL}. */
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes +(\\d+) *- *(\\d+)/ *(\\d+)");

  @Test
  @Rule("10.2")
  void aBodyWithALengthAndAStrongTagCanBeContinued() {
    RangePlan plan = plan(tagged());

    assertThat(plan.total()).isEqualTo(TOTAL);
    assertThat(question(plan))
        .containsOnly(
            entry("Range", "bytes=400-"),
            entry("If-Range", TAG),
            entry("Accept-Encoding", "identity"));
  }

  @ParameterizedTest
  @CsvSource({
    "Accept-Ranges, bytes, true",
    "Accept-Ranges, none, false",
    "Accept-Ranges, ' None ', false",
    "Content-Encoding, identity, true",
    "Content-Encoding, gzip, false",
    "Content-Encoding, 'identity, gzip', false",
    "Transfer-Encoding, chunked, false",
    "Content-Range, bytes 0-999/1000, false",
    "Content-Length, 1000, false", // A second line, even if it says the same.
    "ETag, '\"v1\"', false", // Likewise.
  })
  @Rule("10.2")
  void aFurtherHeaderFieldDecides(String name, String value, boolean continued) {
    assertThat(plan(tagged().add(name, value)) != null).isEqualTo(continued);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "", "1e3", "1000, 1000", "9999999999999999999"})
  @Rule("10.2")
  void theLengthMustBeAPositiveNumber(String length) {
    assertThat(plan(new Fields().add("Content-Length", length).add("ETag", TAG))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "W/\"v1\"",
        "w/\"v1\"",
        "v1",
        "\"v1",
        "v1\"",
        "\"",
        "\"\"",
        "",
        "\"a\"b\"",
        "\"é\""
      })
  @Rule("10.2")
  void aTagThatIsNotStrongDoesNotCount(String tag) {
    assertThat(plan(new Fields().add("Content-Length", "1000").add("ETag", tag))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "'Sun, 06 Nov 1994 08:50:37 GMT', true", // A minute later.
    "'Sun, 06 Nov 1994 08:50:36 GMT', false",
    "'Sun, 06 Nov 1994 08:49:00 GMT', false",
    "'Sunday, 06-Nov-94 09:49:37 GMT', true",
    "never, false",
  })
  @Rule("10.2")
  void aDateOfChangeCountsIfTheResponseIsAMinuteYounger(String date, boolean continued) {
    RangePlan plan = plan(dated().add("Date", date));

    assertThat(plan == null ? null : question(plan).get("If-Range"))
        .isEqualTo(continued ? CHANGED : null);
  }

  private static Map<String, String> question(RangePlan plan) {
    Map<String, String> fields = new HashMap<>();
    plan.ask(RECEIVED, fields::put);
    return fields;
  }

  @Test
  @Rule("10.2")
  void aDateOfChangeDoesNotCountWithoutADateOfTheResponse() {
    assertThat(plan(dated())).isNull();
  }

  @Test
  @Rule("10.2")
  void aDateOfChangeDoesNotCountBesideAWeakTag() {
    Fields fields = dated().add("Date", "Mon, 07 Nov 1994 08:49:37 GMT").add("ETag", "W/\"v1\"");

    assertThat(plan(fields)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"GET, 200, true", "HEAD, 200, false", "POST, 200, false", "GET, 206, false"})
  @Rule("10.2")
  void onlyA200ToAGetCanBeContinued(String method, int status, boolean continued) {
    RangePlan plan = RangePlan.of(new FakeCall(method), status, tagged(), new ManualClock());

    assertThat(plan != null).isEqualTo(continued);
  }

  @Test
  @Rule("10.2")
  void whoeverAsksForARangeHimselfIsLeftAlone() {
    FakeCall call = new FakeCall("GET");
    call.headers.add("range", "bytes=0-");

    assertThat(RangePlan.of(call, 200, tagged(), new ManualClock())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes 400-999/1000", "bytes 400-400/1000", " bytes 400-500/1000 "})
  @Rule("10.2")
  void aPartFromThereOnContinues(String range) {
    assertThat(judge(206, part(range))).isEqualTo(ResumeVerdict.CONTINUES);
  }

  @Test
  @Rule("10.5")
  void aPartEndsWhereItSaysSo() {
    assertThat(RangePlan.endOf(part("bytes 400-499/1000"))).isEqualTo(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes 399-999/1000",
        "bytes 401-999/1000",
        "bytes 400-999/1001",
        "bytes 400-1000/1000",
        "bytes 400-399/1000",
        "bytes 400-999/*",
        "bytes */1000",
        "bytes 400/999-1000",
        "bytes 400-/1000",
        "bytes=400-999/1000",
        "items 400-999/1000",
        "bytes 400-999",
        "bytes -400--399/1000",
        "bytes 400-999/1000, 0-1/1000",
        "",
      })
  @Rule("10.2")
  void anyOtherPartIsRefused(String range) {
    assertThat(judge(206, part(range))).isEqualTo(ResumeVerdict.REFUSED);
  }

  @ParameterizedTest
  @CsvSource({
    "ETag, '\"v2\"'",
    "Content-Range, bytes 400-999/1000",
    "Content-Encoding, gzip",
    "Content-Type, multipart/byteranges; boundary=x",
    "Content-Type, 'Multipart/ByteRanges;boundary=x'",
    "Content-Length, 599",
    "Content-Length, 601",
  })
  @Rule("10.2")
  void aPartThatSaysSomethingElseBesidesIsRefused(String name, String value) {
    assertThat(judge(206, part("bytes 400-999/1000").add(name, value)))
        .isEqualTo(ResumeVerdict.REFUSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"v2\"", "W/\"v1\"", "v1", ""})
  @Rule("10.2")
  void aPartWithAnotherTagIsRefused(String tag) {
    Fields fields = new Fields().add("Content-Range", "bytes 400-999/1000").add("ETag", tag);

    assertThat(judge(206, fields)).isEqualTo(ResumeVerdict.REFUSED);
  }

  @Test
  @Rule("10.2")
  void aPartWithoutTheTagIsRefused() {
    Fields fields = new Fields().add("Content-Range", "bytes 400-999/1000");

    assertThat(judge(206, fields)).isEqualTo(ResumeVerdict.REFUSED);
  }

  @ParameterizedTest
  @CsvSource({
    "'Sun, 06 Nov 1994 08:49:37 GMT', CONTINUES",
    "'Sun, 06 Nov 1994 08:49:38 GMT', REFUSED",
    "'', REFUSED",
    ", CONTINUES", // A part may leave it out (RFC 9110 §15.3.7).
  })
  @Rule("10.2")
  void aPartMustNotHaveChangedMeanwhile(String modified, ResumeVerdict expected) {
    RangePlan plan = plan(dated().add("Date", "Mon, 07 Nov 1994 08:49:37 GMT"));
    Fields fields = new Fields().add("Content-Range", "bytes 400-999/1000");
    if (modified != null) {
      fields.add("Last-Modified", modified);
    }

    assertThat(plan.judge(RECEIVED, 206, fields)).isEqualTo(expected);
  }

  @Test
  @Rule("10.2")
  void aPartWithATagThatTheBodyDidNotHaveIsRefused() {
    RangePlan plan = plan(dated().add("Date", "Mon, 07 Nov 1994 08:49:37 GMT"));
    Fields fields =
        new Fields()
            .add("Content-Range", "bytes 400-999/1000")
            .add("Last-Modified", CHANGED)
            .add("ETag", TAG);

    assertThat(plan.judge(RECEIVED, 206, fields)).isEqualTo(ResumeVerdict.REFUSED);
  }

  @ParameterizedTest
  @CsvSource({
    "'Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT', CONTINUES",
    "'Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:38 GMT', REFUSED",
    "'Sun, 06 Nov 1994 08:49:37 GMT', , CONTINUES",
    ", 'Sun, 06 Nov 1994 08:49:37 GMT', REFUSED",
  })
  @Rule("10.2")
  void besideTheTagADateOfChangeMustNotDiffer(String before, String after, ResumeVerdict expected) {
    Fields first = tagged();
    Fields fields = part("bytes 400-999/1000");
    if (before != null) {
      first.add("Last-Modified", before);
    }
    if (after != null) {
      fields.add("Last-Modified", after);
    }

    assertThat(plan(first).judge(RECEIVED, 206, fields)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/f, http://h/f, true",
    "http://h/f?a=1, http://H:80/f?a=2#x, true",
    "HTTPS://h:443/f, https://h/f, true",
    "http://h, http://h/?a, true",
    "http://h?a=/b, http://h/, true",
    "http://h/v1/f, http://h/v2/f, false",
    "http://h/f, http://h/F, false",
    "http://h/f, https://h/f, false",
    "http://h/f, http://h:8080/f, false",
    "http://a/f, http://b/f, false",
    "http://h/f, , false",
  })
  @Rule("10.2")
  void theRestMustComeFromTheSamePlace(String body, String rest, boolean isSame) {
    StreamPlan plan = new RangeStream(plan(tagged()));
    plan.comesFrom(body);
    plan.sent();

    assertThat(plan.comesFrom(String.valueOf(rest))).isEqualTo(isSame);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204, 301, 304, 404, 412, 500, 503})
  @Rule("10.2")
  void anyOtherStatusIsRefused(int status) {
    assertThat(judge(status, part("bytes 400-999/1000"))).isEqualTo(ResumeVerdict.REFUSED);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, bytes */1000, COMPLETE",
    "1000, bytes */1001, REFUSED",
    "1000, bytes */*, REFUSED",
    "1000, , REFUSED",
    "999, bytes */1000, REFUSED",
  })
  @Rule("10.2")
  void a416EndsABodyOfWhichNothingIsMissing(long received, String range, ResumeVerdict expected) {
    Fields fields = new Fields();
    if (range != null) {
      fields.add("Content-Range", range);
    }

    assertThat(plan(tagged()).judge(received, 416, fields)).isEqualTo(expected);
  }

  /** Whatever the parts of an answer say: what is accepted fits without a gap or an overlap. */
  @Property
  @Rule({"10.2", "10.5"})
  void nothingIsContinuedFromAnotherPlaceOfAnotherBody(
      @ForAll("ranges") String range,
      @ForAll("tags") String tag,
      @ForAll @LongRange(min = 398, max = 402) long received) {
    Fields fields = new Fields().add("Content-Range", range).add("ETag", tag);

    if (plan(tagged()).judge(received, 206, fields) == ResumeVerdict.CONTINUES) {
      Matcher parts = CONTENT_RANGE.matcher(range.trim());
      assertThat(parts.matches()).as(range).isTrue();
      assertThat(Long.parseLong(parts.group(1))).isEqualTo(received);
      assertThat(Long.parseLong(parts.group(2))).isBetween(received, TOTAL - 1);
      assertThat(Long.parseLong(parts.group(3))).isEqualTo(TOTAL);
      assertThat(RangePlan.endOf(fields)).isEqualTo(Long.parseLong(parts.group(2)) + 1);
      assertThat(tag).isEqualTo(TAG);
    }
  }

  /** The witness accepts what it should: the property above does not hold for want of examples. */
  @Property
  @Rule("10.2")
  void everyPartThatFitsIsAccepted(
      @ForAll @LongRange(min = 0, max = 999) long received,
      @ForAll @LongRange(min = 0, max = 999) long last) {
    Fields fields = part("bytes " + received + "-" + last + "/1000");
    ResumeVerdict expected = last >= received ? ResumeVerdict.CONTINUES : ResumeVerdict.REFUSED;

    assertThat(plan(tagged()).judge(received, 206, fields)).isEqualTo(expected);
  }

  @Property
  @Rule("10.2")
  void noHeadDoesHarm(
      @ForAll("heads") List<Map.Entry<String, String>> first,
      @ForAll("heads") List<Map.Entry<String, String>> second,
      @ForAll @LongRange(min = 0, max = 1001) long received) {
    Fields head = fields(first);
    assertThatCode(() -> plan(head)).doesNotThrowAnyException();
    RangePlan made = plan(head);
    for (RangePlan plan : made == null ? List.of(plan(tagged())) : List.of(made)) {
      for (int status : new int[] {200, 206, 416}) {
        assertThatCode(() -> judgeAndMeasure(plan, received, status, fields(second)))
            .doesNotThrowAnyException();
      }
    }
  }

  private static void judgeAndMeasure(RangePlan plan, long received, int status, Fields fields) {
    if (plan.judge(received, status, fields) == ResumeVerdict.CONTINUES) {
      assertThat(RangePlan.endOf(fields)).isBetween(received + 1, plan.total());
    }
  }

  @Provide
  Arbitrary<String> ranges() {
    Arbitrary<String> numbers =
        Arbitraries.oneOf(
            Arbitraries.longs().between(397, 403).map(String::valueOf),
            Arbitraries.longs().between(997, 1002).map(String::valueOf),
            Arbitraries.of("", "*", "-1", "+400", "0400", "\u0664", "400 ", "9999999999999999999"));
    Arbitrary<String> shapes =
        Arbitraries.of("bytes %s-%s/%s", "bytes  %s-%s/%s ", "Bytes %s-%s/%s", "%s-%s/%s", "%s");
    return Combinators.combine(shapes, numbers, numbers, numbers)
        .as((shape, first, last, total) -> String.format(shape, first, last, total));
  }

  @Provide
  Arbitrary<String> tags() {
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.just(TAG)),
        Tuple.of(1, Arbitraries.of("\"v2\"", "W/\"v1\"", "v1", "")));
  }

  @Provide
  Arbitrary<List<Map.Entry<String, String>>> heads() {
    Arbitrary<String> names =
        Arbitraries.of(
            "Content-Length",
            "Content-Range",
            "Content-Encoding",
            "Content-Type",
            "Accept-Ranges",
            "ETag",
            "Last-Modified",
            "Date");
    Arbitrary<String> values =
        Arbitraries.oneOf(
            ranges(),
            tags(),
            Arbitraries.of(CHANGED, "Mon, 07 Nov 1994 08:49:37 GMT", "1000", "identity", "\""),
            Arbitraries.strings().withChars("0123456789 \t-/*bytes\"W").ofMaxLength(20),
            Arbitraries.strings().ofMaxLength(40));
    return Combinators.combine(names, values).as(Map::entry).list().ofMaxSize(10);
  }

  private static Fields fields(List<Map.Entry<String, String>> head) {
    Fields fields = new Fields();
    head.forEach(line -> fields.add(line.getKey(), line.getValue()));
    return fields;
  }

  private static Fields tagged() {
    return new Fields().add("Content-Length", "1000").add("ETag", TAG);
  }

  private static Fields dated() {
    return new Fields().add("Content-Length", "1000").add("Last-Modified", CHANGED);
  }

  private static Fields part(String range) {
    return new Fields().add("Content-Range", range).add("ETag", TAG);
  }

  private static RangePlan plan(Fields fields) {
    return RangePlan.of(new FakeCall("GET"), 200, fields, new ManualClock());
  }

  private static ResumeVerdict judge(int status, Fields fields) {
    return plan(tagged()).judge(RECEIVED, status, fields);
  }
}
