package io.redial.client.toy;

import io.redial.call.RetryEngine;
import io.redial.client.Adapter;
import io.redial.kernel.ReentryGuard;
import java.net.URI;
import toy.ToyClient;

/** Leads {@code ToyClient.send} to the engine. */
public final class ToyAdapter implements Adapter {
  private final RetryEngine engine;

  /** An adapter that begins its calls there. */
  public ToyAdapter(RetryEngine engine) {
    this.engine = engine;
  }

  @Override
  public Object[] enter(String seam, Object[] arguments) throws Throwable {
    ToyClient client = (ToyClient) arguments[0];
    if (ReentryGuard.admits(client, arguments[2])) {
      return null; // An attempt of ours, which the client is to make.
    }
    ToyCall call = new ToyCall(client, (String) arguments[1], (URI) arguments[2]);
    return engine.enter(call, client, "toy client");
  }
}
