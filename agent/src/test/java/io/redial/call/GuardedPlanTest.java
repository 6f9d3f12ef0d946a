package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.FakeCall;
import io.redial.policy.Fields;
import io.redial.policy.HeaderFields;
import io.redial.policy.Resume;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Answer;
import io.redial.policy.stream.StreamPlan.Next;
import io.redial.policy.stream.StreamPlans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Rule 1.4: a fault in a plan costs no byte of the application's own response, and adds none. */
final class GuardedPlanTest {
  private static final byte[] EVENTS = events();
  private final IOException cutOff = new IOException("cut");

  private final World world = new World(Scenario.with(""));
  private final Call call = world.begin(true);

  private static byte[] events() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      text.append("id: ").append(i).append("\ndata: ").append(".".repeat(i * 3)).append("\n\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static StreamPlan eventStream() {
    Fields head = new Fields().add("Content-Type", "text/event-stream");
    return StreamPlans.of(EnumSet.of(Resume.SSE), new FakeCall("GET"), 200, head, -1, Clock.SYSTEM);
  }

  /** Breaks at one of its entries, before it does its work or after it, and from then on always. */
  private static final class Breaking extends StreamPlan {
    private final StreamPlan plan;
    private final boolean afterWork;
    private int entriesLeft;

    Breaking(StreamPlan plan, int entriesLeft, boolean afterWork) {
      this.plan = plan;
      this.entriesLeft = entriesLeft;
      this.afterWork = afterWork;
    }

    private void enter(boolean worked) {
      if (worked == afterWork && --entriesLeft < 0) {
        throw new IllegalStateException("broken on purpose");
      }
    }

    @Override
    public boolean filters() {
      return plan.filters();
    }

    @Override
    public void ask(BiConsumer<String, String> header) {
      plan.ask(header);
    }

    @Override
    public ByteBuffer take(ByteBuffer bytes) {
      enter(false);
      ByteBuffer taken = plan.take(bytes);
      enter(true);
      return taken;
    }

    @Override
    public Next next() {
      enter(false);
      Next next = plan.next();
      enter(true);
      return next;
    }

    @Override
    protected boolean afterEnd() {
      enter(false);
      return plan.goesOnAfterEnd();
    }

    @Override
    protected boolean afterCut() {
      enter(false);
      return plan.goesOnAfterCut();
    }

    @Override
    public ByteBuffer remainder() {
      enter(false);
      ByteBuffer rest = plan.remainder();
      enter(true);
      return rest;
    }

    @Override
    public boolean endsInOrder() {
      enter(false);
      return plan.endsInOrder();
    }

    @Override
    public void sent() {
      enter(false);
      plan.sent();
    }

    @Override
    public Answer judge(int status, HeaderFields headers, long length) {
      enter(false);
      return plan.judge(status, headers, length);
    }
  }

  private static byte[] taken(GuardedPlan plan, byte[] bytes, int from, int to) {
    return bytes(plan.take(ByteBuffer.wrap(bytes.clone(), from, to - from)));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Property
  @Rule({"1.4", "10.5"})
  void aBodyThatIsNotCutIsWholeWhereverItsPlanBreaks(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 1, max = 30) Integer> pieces,
      @ForAll @IntRange(max = 90) int entry,
      @ForAll boolean afterWork) {
    GuardedPlan plan = new GuardedPlan(call, new Breaking(eventStream(), entry, afterWork));
    ByteArrayOutputStream got = new ByteArrayOutputStream();

    int at = 0;
    for (int i = 0; at < EVENTS.length; i++) {
      int to = Math.min(EVENTS.length, at + pieces.get(i % pieces.size()));
      got.writeBytes(taken(plan, EVENTS, at, to));
      assertThat(plan.next()).isEqualTo(Next.READ);
      at = to;
    }
    assertThat(plan.goesOnAfterEnd()).isFalse();
    got.writeBytes(bytes(plan.remainder()));

    assertThat(plan.endOf(null)).isNull();
    assertThat(got.toString(StandardCharsets.UTF_8))
        .isEqualTo(new String(EVENTS, StandardCharsets.UTF_8));
  }

  @Property
  @Rule({"1.4", "10.5"})
  void aBodyThatIsCutHasATrueBeginningWhereverItsPlanBreaks(
      @ForAll @IntRange(min = 1, max = 300) int cut,
      @ForAll @IntRange(max = 12) int entry,
      @ForAll boolean afterWork) {
    GuardedPlan plan = new GuardedPlan(call, new Breaking(eventStream(), entry, afterWork));
    ByteArrayOutputStream got = new ByteArrayOutputStream();

    int first = Math.min(cut, EVENTS.length);
    got.writeBytes(taken(plan, EVENTS, 0, first));
    boolean goesOn = plan.next() == Next.READ && plan.goesOnAfterCut();
    if (goesOn) {
      plan.sent();
      Fields head = new Fields().add("Content-Type", "text/event-stream");
      goesOn = plan.judge(200, head, -1) == Answer.CONTINUES;
    }
    if (goesOn) {
      int from = new String(EVENTS, 0, first, StandardCharsets.UTF_8).lastIndexOf("\n\n") + 2;
      got.writeBytes(taken(plan, EVENTS, from, EVENTS.length));
      goesOn = plan.next() == Next.READ && !plan.goesOnAfterEnd();
    }
    got.writeBytes(bytes(plan.remainder()));

    Throwable end = plan.endOf(cutOff);
    String all = new String(EVENTS, StandardCharsets.UTF_8);
    assertThat(all).startsWith(got.toString(StandardCharsets.UTF_8));
    if (end == null) {
      assertThat(got.toString(StandardCharsets.UTF_8)).isEqualTo(all);
    } else {
      assertThat(end).isSameAs(cutOff);
    }
  }

  @Test
  @Rule("1.4")
  void theFaultIsToldOnce() {
    GuardedPlan plan = new GuardedPlan(call, new Breaking(eventStream(), 0, false));

    taken(plan, EVENTS, 0, 10);
    plan.next();
    taken(plan, EVENTS, 10, 20);
    plan.remainder();

    assertThat(world.faults).singleElement().asString().contains("body");
  }

  /** A line in small pieces takes time in proportion to its length. */
  @Test
  @Rule({"1.4", "10.4"})
  void aLongLineInSmallPiecesIsCopiedOnce() {
    long small = Long.MAX_VALUE;
    long large = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) { // The shortest time of several is that of the work alone.
      small = Math.min(small, nanosForALineOf(100_000));
      large = Math.min(large, nanosForALineOf(900_000));
    }

    assertThat((double) large / small).isLessThan(25); // It was above 50 when it was a square.
  }

  private long nanosForALineOf(int bytes) {
    Fields head = new Fields().add("Content-Type", "application/json");
    FakeCall watch = new FakeCall("GET");
    watch.query = "watch=true&resourceVersion=1&allowWatchBookmarks=true";
    GuardedPlan plan =
        new GuardedPlan(
            call, StreamPlans.of(EnumSet.of(Resume.WATCH), watch, 200, head, -1, Clock.SYSTEM));
    byte[] piece = new byte[64];
    Arrays.fill(piece, (byte) ' ');
    piece[0] = '{';
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int at = 0; at < bytes; at += piece.length) {
      plan.take(ByteBuffer.wrap(piece));
      piece[0] = ' ';
    }
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
  }

  @Test
  @Rule("1.4")
  void whatHasNeverBrokenOffAndCannotBeHadEndsWithAnError() {
    Fields head = new Fields().add("Content-Type", "application/json");
    FakeCall watch = new FakeCall("GET");
    watch.query = "watch=true&resourceVersion=1";
    StreamPlan hiding =
        StreamPlans.of(EnumSet.of(Resume.WATCH), watch, 200, head, -1, Clock.SYSTEM);
    GuardedPlan plan = new GuardedPlan(call, new Breaking(hiding, 0, false));

    taken(plan, EVENTS, 0, 10);

    assertThat(hiding.filters()).isTrue();
    assertThat(plan.next()).isEqualTo(Next.SURRENDER);
    assertThat(plan.endOf(null)).hasMessage("the rest of the response could not be read");
  }
}
