package io.redial.subjects.load;

import java.util.Arrays;
import java.util.Set;

/**
 * Makes calls in rounds with one client, prints a line about each, and how many threads the client
 * left behind. The arguments are the class name of a {@link LoadClient.Maker}, a mode and the
 * number of connections to a host; each further one is a {@link Round}.
 */
public final class LoadMain {
  private LoadMain() {}

  /** Runs the rounds. */
  public static void main(String[] args) throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    rounds(args);
    System.out.println(Usage.left(before));
    System.exit(0);
  }

  private static void rounds(String[] args) throws Exception {
    LoadClient.Maker maker =
        Class.forName(args[0])
            .asSubclass(LoadClient.Maker.class)
            .getDeclaredConstructor()
            .newInstance();
    LoadClient client = maker.open(args[1], Integer.parseInt(args[2]));
    try {
      for (String round : Arrays.asList(args).subList(3, args.length)) {
        System.out.println(new Round(client, round).run());
      }
    } finally {
      client.close();
    }
  }
}
