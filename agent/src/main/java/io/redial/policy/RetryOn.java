package io.redial.policy;

import io.redial.policy.backoff.Cause;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Option {@code retry-on}: the kinds of outcome that are retried (rule 2). Immutable. */
public final class RetryOn {
  private static final int LOWEST = 100;
  private static final int HIGHEST = 599;

  private final Set<Cause> causes;
  private final BitSet statuses;
  private final String text;

  private RetryOn(Builder builder) {
    this.causes = Collections.unmodifiableSet(builder.causes);
    this.statuses = builder.statuses;
    this.text = builder.text.toString();
  }

  /** Returns whether outcomes of that kind are retried. */
  public boolean covers(Cause cause) {
    return causes.contains(cause);
  }

  /** Returns whether that status is retried without a hint (rule 2.6). */
  public boolean coversStatus(int status) {
    return status >= LOWEST && statuses.get(status);
  }

  /** Returns the option's own syntax. */
  @Override
  public String toString() {
    return text;
  }

  /** Collects kinds, statuses and classes of statuses. */
  public static final class Builder {
    private final EnumSet<Cause> causes = EnumSet.noneOf(Cause.class);
    private final BitSet statuses = new BitSet();
    private final StringBuilder text = new StringBuilder();

    /** Adds a kind; {@link Cause#STATUS} is added by its statuses instead. */
    public Builder add(Cause cause) {
      causes.add(cause);
      return note(cause.key());
    }

    /**
     * Adds one status.
     *
     * @throws IllegalArgumentException unless it is from 100 to 599
     */
    public Builder status(int status) {
      if (status < LOWEST || status > HIGHEST) {
        throw new IllegalArgumentException("a status is a number from 100 to 599, not " + status);
      }
      statuses.set(status);
      return note(Integer.toString(status));
    }

    /**
     * Adds a class of statuses.
     *
     * @param hundreds 1 to 5, for 1xx to 5xx
     */
    public Builder statusClass(int hundreds) {
      if (hundreds < 1 || hundreds > 5) {
        throw new IllegalArgumentException("a status class is 1xx to 5xx, not " + hundreds + "xx");
      }
      statuses.set(hundreds * 100, hundreds * 100 + 100);
      return note(hundreds + "xx");
    }

    private Builder note(String item) {
      text.append(text.length() == 0 ? "" : "+").append(item);
      return this;
    }

    public RetryOn build() {
      return new RetryOn(this);
    }
  }
}
