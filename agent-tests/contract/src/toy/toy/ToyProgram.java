package toy;

import java.net.URI;

/** Makes the calls that its arguments name, {@code method uri}, and prints what came of them. */
public final class ToyProgram {
  private ToyProgram() {}

  /** Makes the calls. */
  public static void main(String[] args) {
    ToyClient client = new ToyClient();
    for (int i = 0; i < args.length; i += 2) {
      try {
        ToyResponse response = client.send(args[i], URI.create(args[i + 1]));
        System.out.println(response.status() + " " + response.body());
      } catch (Exception thrown) {
        System.out.println(thrown);
      }
    }
  }
}
