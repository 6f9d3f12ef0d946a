package io.redial.subjects.fuzz;

import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.util.SplittableRandom;

/** What is streamed, and what may come of it. */
interface Source {
  /** How the call may end after what the server did last. */
  enum Due {
    /** Nothing was decided: with everything, or, if the client could not go on, with an error. */
    OPEN,
    /** In order, with everything. */
    WHOLE,
    /** With the client's exception, after a beginning that is no half of an event. */
    ERROR,
    /** Either way, with a beginning of it. */
    ANY
  }

  /** Path and query of the application's request. */
  String target();

  /** What may come between two parts of the stream. */
  Step.Kind between(SplittableRandom random);

  /** What may come last. */
  Step.Kind last(SplittableRandom random);

  /** Whether a request asks for the rest and not for the beginning. */
  boolean asksForTheRest(Served request);

  /** How the call may end once the server has given what must not be taken for the rest. */
  default Due refused() {
    return Due.ERROR;
  }

  /** Answers a request. */
  Due answer(Served request, Step step) throws IOException;

  /** Why what arrived is not right, or null. A client that cannot go on may leave half an event. */
  String fault(byte[] arrived, boolean clean, boolean resumes, Due due);

  /**
   * Whether that is the beginning of a response as the server sends it to Redial. A client that
   * reads on although the call is cancelled hands it to the reader.
   */
  default boolean isUnfiltered(byte[] arrived) {
    return false;
  }

  /** Whether the client had what it needs to go on, if an error ends what the server would give. */
  boolean couldGoOn(byte[] arrived);
}
