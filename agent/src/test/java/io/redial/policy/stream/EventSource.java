package io.redial.policy.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.FakeCall;
import io.redial.policy.Fields;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Brings an event stream its bytes, and keeps what the application gets. */
final class EventSource {
  final StreamPlan plan;
  private final ByteArrayOutputStream delivered = new ByteArrayOutputStream();

  private EventSource(StreamPlan plan) {
    this.plan = plan;
  }

  /** Of a request that says nothing about what it accepts. */
  static EventSource open() {
    return new EventSource(EventStream.of(new FakeCall("GET"), 200, events(), -1));
  }

  /** One that has broken off and goes on after that was delivered. */
  static EventSource resumedAfter(String text) {
    EventSource source = open();
    assertThat(source.take(text)).isEqualTo(text);
    source.resume();
    return source;
  }

  static Fields events() {
    return new Fields().add("Content-Type", "text/event-stream");
  }

  /** What the application gets at once. */
  String take(String text) {
    return text(take(text.getBytes(StandardCharsets.UTF_8)));
  }

  byte[] take(byte[] bytes) {
    ByteBuffer source = ByteBuffer.wrap(bytes.clone());
    ByteBuffer taken = plan.take(source);
    byte[] got = bytes(taken);
    assertThat(source.hasRemaining()).isFalse();
    delivered.writeBytes(got);
    return got;
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** What the application gets when the body does not go on. */
  String remainder() {
    byte[] rest = bytes(plan.remainder());
    delivered.writeBytes(rest);
    return text(rest);
  }

  byte[] delivered() {
    return delivered.toByteArray();
  }

  /** The header fields of a request for the rest. */
  Map<String, String> question() {
    Map<String, String> fields = new HashMap<>();
    plan.ask(fields::put);
    return fields;
  }

  /** The id that a request for the rest sends; null if the body cannot go on after a cut. */
  String lastId() {
    return plan.resumesAfterCut() ? question().get("Last-Event-ID") : null;
  }

  /** The source breaks off, and another one follows. */
  void resume() {
    assertThat(plan.resumesAfterCut()).isTrue();
    plan.sent();
    assertThat(plan.judge(200, events(), StreamPlan.AS_SENT)).isEqualTo(ResumeVerdict.CONTINUES);
  }
}
