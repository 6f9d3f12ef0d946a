package io.redial.verification;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What came of {@code mvn test}. Immutable.
 *
 * @param exit Maven's exit status
 * @param output what it printed
 * @param failures the tests that ran, as {@code OrdersTest.sendsTheSameBodyAgain}, each with the
 *     message of its failure, {@code skipped}, or nothing if it passed
 * @param seconds how long the tests took
 */
record TestRun(int exit, String output, Map<String, String> failures, double seconds) {
  static TestRun of(Command maven, Path reports) throws IOException {
    Map<String, String> failures = new TreeMap<>();
    double seconds = 0;
    if (Files.isDirectory(reports)) {
      try (Stream<Path> files = Files.list(reports)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".xml")).toList()) {
          Element suite = parsed(file);
          NodeList cases = suite.getElementsByTagName("testcase");
          for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            failures.put(name(test), failure(test));
            seconds += Double.parseDouble(test.getAttribute("time"));
          }
        }
      }
    }
    return new TestRun(maven.exit(), maven.output(), failures, seconds);
  }

  /** The tests that ran. */
  Set<String> tests() {
    return failures.keySet();
  }

  private static String name(Element test) {
    String className = test.getAttribute("classname");
    return className.substring(className.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
  }

  private static String failure(Element test) {
    for (String kind : new String[] {"failure", "error"}) {
      NodeList found = test.getElementsByTagName(kind);
      if (found.getLength() > 0) {
        return ((Element) found.item(0)).getAttribute("message");
      }
    }
    return test.getElementsByTagName("skipped").getLength() > 0 ? "skipped" : "";
  }

  private static Element parsed(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file.toString(), e);
    }
  }
}
