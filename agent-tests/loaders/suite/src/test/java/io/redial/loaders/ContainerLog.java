package io.redial.loaders;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a container complains of in its logs. */
final class ContainerLog {
  private static final Pattern COMPLAINT =
      Pattern.compile("\\b(WARN|WARNING|SEVERE|ERROR|FATAL)\\b|redial: (warn|error)");

  /**
   * What containers say now and then with and without the agent: of a thread of Tomcat's own that
   * begins while an application ends, of an application that is gone when WildFly's scanner looks
   * at it, and of a busy machine.
   */
  private static final Pattern CONTAINERS_OWN =
      Pattern.compile(
          "a thread named \\[Catalina-utility-|WFLYDSN.* was a complete zip|SecureRandom instance");

  private ContainerLog() {}

  /** Its warnings and errors, without what differs from run to run: times, numbers and paths. */
  static Set<String> complaints(String logs) {
    return logs.lines()
        .filter(line -> COMPLAINT.matcher(line).find() && !CONTAINERS_OWN.matcher(line).find())
        .map(ContainerLog::withoutNumbers)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Where the agent is named other than as an argument of the JVM's or in lines of its own. */
  static Set<String> complaintsOfRedial(String logs) {
    return logs.lines()
        .filter(line -> line.contains("redial"))
        .filter(line -> COMPLAINT.matcher(line).find() || line.contains("\tat "))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String withoutNumbers(String line) {
    return line.replaceAll("^.*?(?=\\b(?:WARN|SEVERE|ERROR|FATAL|redial:))", "")
        .replaceAll("/\\S+", "PATH")
        .replaceAll("@\\p{XDigit}+", "@H")
        .replaceAll("\\d+", "N");
  }
}
