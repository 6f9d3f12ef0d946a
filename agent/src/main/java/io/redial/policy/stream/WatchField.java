package io.redial.policy.stream;

/** The members of a watch event that matter, and where they are (rule 10.4). */
enum WatchField {
  /** A value in which nothing matters. */
  OTHER(null, "", false),

  EVENT(null, "", false),
  TYPE(EVENT, "type", true),
  OBJECT(EVENT, "object", false),
  KIND(OBJECT, "kind", true),
  CODE(OBJECT, "code", true),
  METADATA(OBJECT, "metadata", false),
  VERSION(METADATA, "resourceVersion", true),
  ANNOTATIONS(METADATA, "annotations", false),
  INITIAL_EVENTS_END(ANNOTATIONS, "k8s.io/initial-events-end", true),
  DETAILS(OBJECT, "details", false),
  RETRY_AFTER(DETAILS, "retryAfterSeconds", true);

  private static final WatchField[] ALL = values();

  private final WatchField parent;
  private final String key;
  private final boolean isValue;

  WatchField(WatchField parent, String key, boolean isValue) {
    this.parent = parent;
    this.key = key;
    this.isValue = isValue;
  }

  /** Returns the member of that name, or {@link #OTHER}. */
  WatchField member(String name) {
    for (WatchField field : ALL) {
      if (field.parent == this && field.key.equals(name)) {
        return field;
      }
    }
    return OTHER;
  }

  /** Returns whether any of its members matters. */
  boolean hasMembers() {
    return !isValue && this != OTHER;
  }

  /** Returns whether its text is kept. */
  boolean isValue() {
    return isValue;
  }

  /** Returns whether its value has to be a number; otherwise it has to be a string. */
  boolean isNumber() {
    return this == CODE || this == RETRY_AFTER;
  }
}
