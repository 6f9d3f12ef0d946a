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
  public Object enter(
      String seam,
      Object client,
      Object method,
      Object uri,
      Object third,
      Object fourth,
      Object fifth,
      Object sixth)
      throws Throwable {
    ToyClient used = (ToyClient) client;
    if (ReentryGuard.admits(used, uri)) {
      return null; // An attempt of ours, which the client is to make.
    }
    ToyCall call = new ToyCall(used, (String) method, (URI) uri);
    return engine.enter(call, used, "toy client");
  }
}
