package io.redial.subjects.diff;

import java.util.Map;

/**
 * Odd calls that are the same with every client. A family of them says how its client makes a call,
 * picks the groups of cases that it wants, and adds those that only its client has.
 *
 * @param <C> a client
 * @param <R> a request
 * @param <X> the context of a call, which may be shared with another call
 */
public abstract class ClientCases<C extends AutoCloseable, R, X> implements Family {
  protected static final OddServer.Step OK = Answers.ok("fine");

  protected final Cases cases;

  /** No cases yet, for the client of that name. */
  protected ClientCases(String name) {
    cases = new Cases(name);
  }

  /** Makes a client for one case. */
  public interface Making<C> {
    C of(Journal journal);
  }

  /** Makes a context for a server at that port, whose user has that password. */
  public interface Login<X> {
    X context(int port, String password);
  }

  /** Makes a call to a server. */
  public interface Call {
    void make(Journal journal, OddServer server) throws Exception;
  }

  /** A client as it is by default, which is closed when the case is over. */
  protected abstract C client(Journal journal);

  /** A request of the application's own, with a text as its body if the method has one. */
  protected abstract R request(String method, String url);

  /** A GET as the library makes it. */
  protected abstract R get(String url);

  /** A new context. */
  protected abstract X context();

  /** Makes a call and writes down all that an application sees of it; the context may be null. */
  protected abstract void execute(Journal journal, C client, R request, X context);

  /** A client that many cases may share. */
  protected C shared(Journal journal) {
    return client(journal);
  }

  /** Whether a retry could mend a response. */
  protected boolean isRetryable(String response, String method) {
    return Responses.isRetryable(response, method);
  }

  /** Every response to these methods. */
  protected final void responses(String... methods) {
    for (String method : methods) {
      add(
          Responses.all(),
          method,
          method,
          (journal, server) ->
              execute(journal, client(journal), request(method, thing(server)), context()));
    }
  }

  /** A client that is made in another way. */
  protected final void client(String name, Making<C> making) {
    each(
        "client-" + name,
        "GET",
        (journal, server) ->
            execute(journal, making.of(journal), request("GET", thing(server)), context()));
  }

  /** A case for each of a few responses, whose name ends in the response's. */
  protected final void each(String name, String method, Call call) {
    add(Responses.few(), name, method, call);
  }

  private void add(Map<String, OddServer.Step[]> responses, String name, String method, Call call) {
    responses.forEach(
        (response, steps) ->
            cases.add(
                name + "/" + response,
                isRetryable(response, method),
                journal -> call.make(journal, journal.server(steps))));
  }

  /** The resource that most calls ask for. */
  protected static String thing(OddServer server) {
    return server.url("/thing?a=b");
  }

  /** A GET of an address, without a context. */
  protected final void address(String name, String url) {
    cases.add(name, journal -> execute(journal, shared(journal), get(url), null));
  }

  /** A client that was closed before the call. */
  protected final void closed(String name) {
    cases.add(
        name,
        journal -> {
          C client = client(journal);
          client.close();
          execute(journal, client, get(journal.server(OK).url("/")), null);
        });
  }

  /** Two calls with one context, through a redirect that sets a cookie. */
  protected final void sharedContext() {
    cases.add(
        "shared-context",
        journal -> {
          OddServer.Step redirect =
              Answers.of(302, "", "Location: /other", "Set-Cookie: a=b; Path=/");
          OddServer server = journal.server(redirect, OK);
          C client = client(journal);
          X context = context();
          execute(journal, client, get(server.url("/one")), context);
          execute(journal, client, get(server.url("/two")), context);
        });
  }

  /** A server that asks who is calling. */
  protected final void credentials(Login<X> login) {
    for (String password : new String[] {"right", "wrong"}) {
      cases.add(
          "credentials-" + password,
          journal -> {
            OddServer.Step asks = Answers.of(401, "who?", "WWW-Authenticate: Basic realm=\"odd\"");
            OddServer server =
                password.equals("right") ? journal.server(asks, OK) : journal.server(asks);
            X context = login.context(server.port(), password);
            execute(journal, shared(journal), get(server.url("/")), context);
          });
    }
  }
}
