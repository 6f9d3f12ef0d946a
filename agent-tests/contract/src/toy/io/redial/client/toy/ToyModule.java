package io.redial.client.toy;

import io.redial.client.ClientModule;
import io.redial.client.Seam;

/** The toy client: its one method is where each call enters Redial. */
public final class ToyModule extends ClientModule {
  private static final String CLIENT = "/ToyClient";

  /** How the client is listed, see {@link ClientModule}. */
  public static final String LISTING = "Toy;io.redial.client.toy.ToyModule;" + CLIENT;

  /** The module. */
  public ToyModule() {
    super("Toy", "io.redial.client.toy.ToyAdapter", "toy", "toy/ToyClient");
    String arguments = "(Ljava/lang/String;Ljava/net/URI;)";
    weaves(CLIENT, Seam.entry("toy.send", "send", arguments + "Ltoy/ToyResponse;"));
  }
}
