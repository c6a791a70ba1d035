/** Preloaded into a measured process: on request, collects garbage and reports the resident memory. */
async function reportMemory(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
  process.send?.({ memory: process.memoryUsage.rss() });
}

process.on('message', (message) => {
  if (message === 'memory') void reportMemory();
});
// The channel alone keeps no process alive.
process.channel?.unref();
