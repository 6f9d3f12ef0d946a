package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;

/** Which bodies go on after a cut. */
final class BodyPlans {
  private BodyPlans() {}

  /** The body of such a response; null if it cannot go on. */
  static <T> ResumableBody<T> body(
      Call call, JdkSource<T> exchange, ResponseInfo info, BodySubscriber<T> application) {
    if (exchange.hasBody()) {
      return null; // It might have to be sent again (rule 10.2).
    }
    StreamPlan plan =
        StreamPlans.of(
            call.policy().resume(),
            exchange.request,
            info.statusCode(),
            new JdkHeaders(info.headers()),
            StreamPlan.AS_SENT,
            Clock.SYSTEM);
    if (plan != null && !FirstSource.endIsReported(info.version())) {
      plan = plan.withoutGoingOn();
    }
    return plan == null ? null : new ResumableBody<>(call, plan, exchange, application);
  }
}
