package io.redial.control.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * Which program a recording is of. It is recorded at the end of each chunk, because the recorder
 * drops old chunks of a recording that runs for long.
 */
@Name("io.redial.Agent")
@Label("Redial")
@Description("The service, Redial's version and the options that are set")
@Category({"Redial"})
@Period("endChunk")
@StackTrace(false)
final class AgentEvent extends Event {
  @Label("Service")
  @Description("Option service; empty if it is not set")
  String service;

  @Label("Version")
  @Description("Redial's version")
  String version;

  @Label("Options")
  @Description("The options that differ from the defaults, without secrets")
  String options;
}
