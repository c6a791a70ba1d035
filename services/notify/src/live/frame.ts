/**
 * A text as one whole WebSocket frame of a server (RFC 6455, 5.2). Made once, it can be written to any number of
 * connections, where a WebSocket library would make one for each.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerBytes + length);
  // FIN and the opcode of a text.
  frame[0] = 0x81;
  if (headerBytes === 2) frame[1] = length;
  if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  }
  if (headerBytes === 10) {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}
