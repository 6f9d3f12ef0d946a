package io.redial.client.apache4;

import java.io.File;

/**
 * The size and modification time of a file, which show whether it has changed (rule 6.2).
 * Immutable.
 */
final class FileStamp {
  private final File file;
  private final long length;
  private final long modified;

  private FileStamp(File file) {
    this.file = file;
    this.length = file.length();
    this.modified = file.lastModified();
  }

  /** The stamp of a file; null if the argument is not one. */
  static FileStamp of(Object file) {
    return file instanceof File ? new FileStamp((File) file) : null;
  }

  boolean isUnchanged() {
    return file.length() == length && file.lastModified() == modified;
  }
}
