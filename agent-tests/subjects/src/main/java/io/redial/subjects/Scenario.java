package io.redial.subjects;

import java.util.Map;

/** Something that a subject does when a test asks for it by class name. */
public interface Scenario {
  /** Does it and tells what happened; what is thrown fails the test's call. */
  Map<String, String> run(Map<String, String> args) throws Exception;
}
