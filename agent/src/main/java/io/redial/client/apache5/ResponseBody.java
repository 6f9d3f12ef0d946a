package io.redial.client.apache5;

import io.redial.kernel.Demand;
import io.redial.kernel.Exits;
import io.redial.kernel.FaultLog;
import io.redial.kernel.PushedBody;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;

/** The bodies of responses that an asynchronous client pushes. */
final class ResponseBody {
  /** What a connection brings before its client asks, unless it is set up otherwise. */
  private static final int WINDOW = 65_535;

  private static final Exits<AsyncResponseConsumer<Object>, CapacityChannel, Object> EXITS =
      new Exits<AsyncResponseConsumer<Object>, CapacityChannel, Object>(
          AsyncResponseConsumer::updateCapacity,
          Exits.<AsyncResponseConsumer<Object>>each(AsyncResponseConsumer::consume),
          AsyncResponseConsumer<Object>::streamEnd,
          AsyncResponseConsumer<Object>::failed,
          AsyncResponseConsumer::releaseResources,
          null,
          Exits.<CapacityChannel>atMost(CapacityChannel::update),
          null,
          null);

  private ResponseBody() {}

  /** Returns a body whose head has just arrived. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // The exits are the same for all types of bodies.
  static <T> PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> of(FaultLog log) {
    return new PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T>(
        log, (Exits) EXITS, Demand.Unit.BYTES, WINDOW, Paced::new);
  }

  /** The channel of the application's consumer. */
  private static final class Paced implements CapacityChannel {
    private final PushedBody<?, ?, ?> body;

    Paced(PushedBody<?, ?, ?> body) {
      this.body = body;
    }

    @Override
    public void update(int increment) {
      if (increment > 0) {
        body.request(increment);
      }
    }
  }
}
