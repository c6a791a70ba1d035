/** Preloaded into a process whose memory is measured: when asked, collects garbage and tells what is resident. */
async function tellMemory(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
  process.send?.({ memory: process.memoryUsage.rss() });
}

process.on('message', (message) => {
  if (message === 'memory') void tellMemory();
});
// Listening alone keeps no process alive.
process.channel?.unref();
