package io.redial.subjects;

/**
 * One client library in one way of use: what {@link SendScenario} drives. To add a client,
 * implement this with a public constructor without parameters; the instance is kept for the whole
 * process.
 */
public interface Client {
  /**
   * Sends the order as an ordinary application would and tells what came back, a failure included;
   * what it throws is taken for a fault of the test's own. Called by many threads at once.
   */
  Reply send(Order order) throws Exception;
}
