package io.redial.subjects.chaos;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import io.redial.subjects.SendScenario;
import java.util.Map;

/**
 * A call in the midst of which the method {@code chaos.method} throws the {@link Fault} {@code
 * chaos.fault} at its entry number {@code chaos.entry}, 0 for each; or, without a method, a call
 * whose methods are recorded.
 */
public final class ChaosScenario implements Scenario {
  private static final String KEY = "io.redial.chaos";

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    String method = args.get("chaos.method");
    return method == null ? record(args) : breaking(method, args);
  }

  private static Map<String, String> record(Map<String, String> args) throws Exception {
    RecordedMethods recorded = new RecordedMethods();
    Reply reply = new Reply(during(recorded, args));
    recorded.tell(reply);
    return reply.facts();
  }

  private static Map<String, String> breaking(String method, Map<String, String> args)
      throws Exception {
    BrokenMethod broken =
        new BrokenMethod(
            method,
            Fault.valueOf(args.get("chaos.fault")),
            Integer.parseInt(args.get("chaos.entry")));
    Reply reply = new Reply(during(broken, args));
    return reply.put("chaos.thrown", broken.thrown()).facts();
  }

  private static Map<String, String> during(Object asked, Map<String, String> args)
      throws Exception {
    System.getProperties().put(KEY, asked);
    try {
      return new SendScenario().run(args);
    } catch (Throwable thrown) { // An error, which the subjects do not expect.
      return new Reply().thrown("thrown", thrown).facts();
    } finally {
      System.getProperties().remove(KEY);
    }
  }
}
