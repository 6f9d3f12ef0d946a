package io.redial.weave;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Renames types in a class file, in the text constants of its constant pool (JVMS §4.4). Everything
 * else refers to these by index and is copied as it is.
 */
final class ConstantRenamer {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int METHOD_HANDLE = 15;

  private ConstantRenamer() {}

  static byte[] rename(byte[] classFile, Renaming renaming) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length + 256);
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeLong(in.readLong()); // magic and version
    int constants = in.readUnsignedShort();
    out.writeShort(constants);
    for (int i = 1; i < constants; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == UTF8) {
        out.writeUTF(renaming.ofSourceName(renaming.of(in.readUTF())));
      } else {
        copy(in, out, lengthOf(tag));
        i += tag == LONG || tag == DOUBLE ? 1 : 0; // These take two indices.
      }
    }
    copy(in, out, in.available());
    return bytes.toByteArray();
  }

  private static int lengthOf(int tag) throws IOException {
    switch (tag) {
      case 7: // class
      case 8: // string
      case 16: // method type
      case 19: // module
      case 20: // package
        return 2;
      case METHOD_HANDLE:
        return 3;
      case 3: // int
      case 4: // float
      case 9: // field
      case 10: // method
      case 11: // interface method
      case 12: // name and type
      case 17: // dynamic
      case 18: // invokedynamic
        return 4;
      case LONG:
      case DOUBLE:
        return 8;
      default:
        throw new IOException("constant of unknown kind " + tag);
    }
  }

  private static void copy(DataInputStream in, DataOutputStream out, int length)
      throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    out.write(bytes);
  }
}
