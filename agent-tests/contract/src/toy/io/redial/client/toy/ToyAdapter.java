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
      String seam, Object client, Object a, Object b, Object c, Object d, Object e, Object f)
      throws Throwable {
    ToyClient used = (ToyClient) client;
    if (ReentryGuard.admits(used, b)) {
      return null; // An attempt of ours, which the client is to make.
    }
    return engine.enter(new ToyCall(used, (String) a, (URI) b), used, "toy client");
  }
}
