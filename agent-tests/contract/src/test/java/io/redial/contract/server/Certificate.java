package io.redial.contract.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A key and the certificate that it signed for itself, for the name {@code localhost} and no
 * address. Made anew for each run of the tests, by the {@code keytool} of the JDK that runs them.
 */
public final class Certificate {
  private static final String PASSWORD = "changeit";

  /** What a subject trusts that was started with {@link #trust}. */
  public static final Certificate TRUSTED = make("trusted");

  /** What nobody trusts. */
  public static final Certificate UNKNOWN = make("unknown");

  private final Path store;
  private final SSLContext context;

  private Certificate(Path store, SSLContext context) {
    this.store = store;
    this.context = context;
  }

  /** Arguments for a JVM that is to trust it, and no other. */
  public String[] trust() {
    return new String[] {
      "-Djavax.net.ssl.trustStore=" + store, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD
    };
  }

  /** The server's side of TLS on a connection, with these protocols on offer (ALPN). */
  public Socket over(Socket tcp, String... protocols) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(tcp, null, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** Writes the key and the certificate as text, for servers that are no Java programs. */
  public void writePem(Path file) throws IOException {
    try {
      KeyStore keys = keys(store);
      Files.writeString(
          file,
          pem("PRIVATE KEY", keys.getKey("server", PASSWORD.toCharArray()).getEncoded())
              + pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String type, byte[] encoded) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }

  private static KeyStore keys(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("JKS");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return keys;
  }

  private static Certificate make(String name) {
    try {
      Path folder = Files.createTempDirectory("redial-tls");
      Path store = folder.resolve(name + ".jks");
      folder.toFile().deleteOnExit();
      store.toFile().deleteOnExit();
      keytool(name, store);
      return new Certificate(store, context(store));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A JKS, which every Java reads. */
  private static void keytool(String name, Path store) throws IOException {
    String program = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command = new ArrayList<>(List.of(program, "-keystore", store.toString()));
    String key = "-genkeypair -alias server -keyalg RSA -keysize 2048 -storetype JKS";
    String owner = " -dname CN=localhost,OU=" + name + " -ext SAN=dns:localhost";
    String passwords = " -storepass " + PASSWORD + " -keypass " + PASSWORD;
    command.addAll(List.of((key + owner + passwords).split(" ", -1)));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!Files.exists(store)) {
      throw new IOException("keytool: " + said);
    }
  }

  private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = keys(store);
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
