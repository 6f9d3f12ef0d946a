package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;

/** Decides which response bodies can be resumed after a cut. */
final class BodyPlans {
  private static final boolean HIDES_RESETS = Runtime.version().feature() >= 18;

  private BodyPlans() {}

  /**
   * Returns the resumable body of a response; null if it cannot be resumed and nothing of it has to
   * be withheld from the application.
   */
  static <T> ResumableBody<T> body(
      Call call, JdkSource<T> exchange, ResponseInfo info, BodySubscriber<T> application) {
    StreamPlan plan = plan(call, exchange, info);
    boolean handles =
        plan != null && (plan.filters() || !leavesToClient(info.version(), application));
    return handles ? new ResumableBody<>(call, plan, exchange, application) : null;
  }

  /**
   * Whether a body that the application gets when it is complete is left to the client. From Java
   * 18 on, the client tells no subscriber of a REFUSED_STREAM in the middle of an HTTP/2 body; it
   * fails the future of the body, which is complete while a body is being resumed, and the call
   * would never end. Such a body is requested again (rule 2.2), unless it contains what Redial has
   * asked for and the application has not.
   */
  private static boolean leavesToClient(Version version, BodySubscriber<?> application) {
    return version == Version.HTTP_2 && HIDES_RESETS && ClientTypes.readsToTheEnd(application);
  }

  /** Returns the plan for the body of a response; null if it cannot be resumed. */
  static StreamPlan plan(Call call, JdkSource<?> exchange, ResponseInfo info) {
    if (call.policy().resume().isEmpty() || exchange.hasBody()) {
      return null; // The request body might have to be sent again (rule 10.2).
    }
    StreamPlan plan =
        StreamPlans.of(
            call.policy().resume(),
            exchange.request,
            info.statusCode(),
            new JdkHeaders(info.headers()),
            StreamPlan.AS_SENT,
            Clock.SYSTEM);
    return plan == null || FirstSource.endIsReported(info.version()) ? plan : plan.withoutGoingOn();
  }
}
