package io.redial.client.toy;

import io.redial.client.ClientModule;
import io.redial.client.Seam;

/** The toy client: its one method is where each call enters Redial. */
public final class ToyModule extends ClientModule {
  /** How the client is listed, see {@link ClientModule}. */
  public static final String LISTING = "Toy;io.redial.client.toy.ToyModule;/ToyClient";

  /** The module. */
  public ToyModule() {
    super("Toy", "io.redial.client.toy.ToyAdapter", "toy", "toy/ToyClient");
    String descriptor = "(Ljava/lang/String;Ljava/net/URI;)Ltoy/ToyResponse;";
    weaves("/ToyClient", Seam.entry("toy.send", "send", descriptor));
  }
}
