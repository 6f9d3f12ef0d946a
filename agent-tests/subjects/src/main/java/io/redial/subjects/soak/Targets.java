package io.redial.subjects.soak;

/** The addresses of the servers. */
final class Targets {
  private final String[] urls;

  /** Joined by commas: of the server that fails, without TLS and with it, and of another. */
  Targets(String urls) {
    this.urls = urls.split(",", -1);
  }

  String plain() {
    return urls[0];
  }

  String tls() {
    return urls[1];
  }

  String quiet() {
    return urls[2];
  }

  String[] all() {
    return urls.clone();
  }
}
