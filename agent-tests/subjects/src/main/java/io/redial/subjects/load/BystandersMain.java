package io.redial.subjects.load;

import io.redial.subjects.load.server.LoadServer;
import io.redial.subjects.load.server.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * While something happens to one call, another is under way on the same client. Prints for each
 * {@link Happening} how often the other did not go as it should have. The arguments are the class
 * name of a {@link LoadClient.Maker}, a mode, how often, a seed, and whether there is an operator.
 */
public final class BystandersMain {
  private static final int CONNECTIONS = 8;
  private static final int SMALL = 200;
  private static final int LARGE = 200_000;
  private static final int ORDERS = 3;
  private static final int JITTER_MICROS = 1500;

  private final LoadClient.Maker maker;
  private final String mode;
  private final Random random;
  private final Operator operator;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "caller");
            thread.setDaemon(true);
            return thread;
          });
  private int number;

  private BystandersMain(LoadClient.Maker maker, String mode, Random random, Operator operator) {
    this.maker = maker;
    this.mode = mode;
    this.random = random;
    this.operator = operator;
  }

  /** Makes everything happen. */
  public static void main(String[] args) throws Exception {
    LoadClient.Maker maker =
        Class.forName(args[0])
            .asSubclass(LoadClient.Maker.class)
            .getDeclaredConstructor()
            .newInstance();
    BystandersMain main =
        new BystandersMain(
            maker,
            args[1],
            new Random(Long.parseLong(args[3])),
            new Operator(Boolean.parseBoolean(args[4])));
    for (Happening happening : Happening.values()) {
      if (main.operator.isPresent() || !happening.needsOperator()) {
        main.series(happening, Integer.parseInt(args[2]));
      }
    }
    System.exit(0);
  }

  private void series(Happening happening, int times) throws Exception {
    LoadClient client = maker.open(mode, CONNECTIONS);
    if (happening.needsDependents() && !client.hasDependents()) {
      client.close();
      return;
    }
    int connections = 0;
    List<String> faults = new ArrayList<>();
    int calls = 0;
    for (int i = 0; i < times; i++) {
      for (Bystander bystander : Bystander.values()) {
        for (int order = 0; order < ORDERS; order++) {
          try (LoadServer server = new LoadServer()) { // One that the pool has no connection to.
            faults.addAll(once(server, client, happening, bystander, order));
            connections += server.connections();
            calls += 3;
          }
        }
      }
    }
    client.close();
    for (String fault : faults) {
      System.err.println(happening + ": " + fault);
    }
    String name = happening.name().toLowerCase(Locale.ROOT).replace('_', '-');
    System.out.println(
        name + " calls=" + calls + " faults=" + faults.size() + " connections=" + connections);
  }

  /** A call that goes well, if nothing disturbs it. */
  private enum Bystander {
    GET,
    POST,
    DOWNLOAD,
    UPLOAD;

    LoadRequest request(String server, String id) {
      switch (this) {
        case GET:
          return LoadRequest.get(server + "/b/hold-head/" + id + "?down=" + SMALL);
        case POST:
          return LoadRequest.of(
              "POST", server + "/b/hold-head/" + id + "?down=" + SMALL + "&up=" + SMALL, SMALL);
        case DOWNLOAD:
          return LoadRequest.get(server + "/b/hold-down/" + id + "?stream=1&down=" + LARGE)
              .streamingDown();
        default:
          return LoadRequest.of(
                  "POST", server + "/b/hold-up/" + id + "?down=" + SMALL + "&up=" + LARGE, LARGE)
              .streamingUp();
      }
    }

    int length() {
      return this == DOWNLOAD ? LARGE : SMALL;
    }
  }

  private List<String> once(
      LoadServer server, LoadClient client, Happening happening, Bystander bystander, int order)
      throws Exception {
    number++;
    LoadClient its = happening.hasClientOfItsOwn() ? maker.open(mode, CONNECTIONS) : client;
    Visit visit = server.visit("a" + number);
    Visit seen = server.visit("b" + number);
    Incident incident =
        new Incident(its, LoadRequest.get(happening.url(server.url(), "a" + number)));
    Incident other = new Incident(client, bystander.request(server.url(), "b" + number));
    begin(happening, incident, visit, other, seen, order);
    jitter();
    happening.happen(incident, operator);
    jitter();
    String after = late(server, client);
    seen.release();
    String fault = other.fault(bystander.length());
    visit.release();
    if (happening.mayGoOnWaiting() && operator.isPresent()) {
      operator.cancelWaiting();
    }
    incident.awaitEnd();
    List<String> faults = new ArrayList<>();
    add(faults, fault);
    add(faults, after);
    if (happening.succeeds() && operator.isPresent()) {
      add(faults, incident.fault(0));
    }
    if (seen.seen() != 1 || seen.broken() != 0) {
      faults.add(
          bystander + " came " + seen.seen() + " times and broke off " + seen.broken() + " times");
    }
    return faults;
  }

  /** The other is under way before, at the same time or after. */
  private void begin(
      Happening happening, Incident incident, Visit visit, Incident other, Visit seen, int order)
      throws Exception {
    if (order == 0) {
      other.begin(threads);
      other.await(seen::awaitHeld);
    }
    incident.begin(threads);
    if (order == 1) {
      other.begin(threads);
    }
    happening.await(incident, visit, operator);
    if (order == 2) {
      other.begin(threads);
    }
    other.await(seen::awaitHeld);
  }

  /** Another call just after it happened. */
  private String late(LoadServer server, LoadClient client) throws Exception {
    String id = "c" + number;
    Incident late =
        new Incident(
            client,
            LoadRequest.of("POST", server.url() + "/c/ok/" + id + "?down=1&up=" + SMALL, SMALL));
    late.begin(threads);
    String fault = late.fault(1);
    return fault == null && server.visit(id).seen() != 1 ? id + " came more than once" : fault;
  }

  private void jitter() {
    if (random.nextBoolean()) {
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(JITTER_MICROS)));
    }
  }

  private static void add(List<String> faults, String faultOrNull) {
    if (faultOrNull != null) {
      faults.add(faultOrNull);
    }
  }
}
