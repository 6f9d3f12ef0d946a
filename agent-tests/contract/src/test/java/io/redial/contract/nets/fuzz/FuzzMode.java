package io.redial.contract.nets.fuzz;

import io.redial.contract.nets.load.Mode;

/**
 * A client and one way to use it, as the program of the scenarios takes it.
 *
 * @param mode the client and the way
 * @param jdk the feature version of its Java
 */
record FuzzMode(Mode mode, int jdk) {
  /** From there on java.net.http can go on over HTTP/2. */
  private static final int RESUMES_HTTP_2 = 17;

  /** From there on java.net.http waits for ever for a body whose stream is refused in its midst. */
  private static final int HIDES_REFUSALS = 18;

  private static final String MINIMAL = "minimal";

  /** Its name in messages and on the command line. */
  String label() {
    return mode.toString().replace(' ', '-');
  }

  /** The program's argument. */
  String argument() {
    return String.join(
        "|",
        label(),
        mode.maker().replace(".load.", ".fuzz.").replaceFirst("Load$", "Streams"),
        mode.maker(),
        mode.name(),
        traits());
  }

  private String traits() {
    boolean java = mode.client().label().startsWith("jdk");
    StringBuilder traits = new StringBuilder();
    if (!mode.name().equals(MINIMAL)) {
      traits.append("redirects+");
    }
    if (!mode.isHttp2() || (java && jdk >= RESUMES_HTTP_2)) {
      traits.append("resumes+");
    }
    if (!mode.isHttp2() || (java && jdk < HIDES_REFUSALS)) {
      traits.append("showsRefusals+");
    }
    if (java && mode.isHttp2()) {
      traits.append("losesHeads+hangs+");
    }
    if (label().matches("apache4-(old|internal|async)-4\\.[23].*")) {
      traits.append("missesCuts+");
    }
    if (!mode.client().label().startsWith("apache5-async")) {
      traits.append("repeats");
    }
    return traits.toString();
  }
}
