package io.redial.call;

import io.redial.config.Target;
import io.redial.policy.RequestFacts;

/** The application's request as an adapter shows it; read-only and cheap to make. */
public interface OutgoingRequest extends RequestFacts, Target {}
