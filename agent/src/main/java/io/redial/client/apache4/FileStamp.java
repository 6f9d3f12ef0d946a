package io.redial.client.apache4;

import java.io.File;

/** A file's size and time, by which a change shows (rule 6.2). Immutable. */
final class FileStamp {
  private final File file;
  private final long length;
  private final long modified;

  private FileStamp(File file) {
    this.file = file;
    this.length = file.length();
    this.modified = file.lastModified();
  }

  /** The stamp of what may be a file; null if it is none. */
  static FileStamp of(Object file) {
    return file instanceof File ? new FileStamp((File) file) : null;
  }

  boolean isUnchanged() {
    return file.length() == length && file.lastModified() == modified;
  }
}
