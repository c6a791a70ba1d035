import limited from 'p-limit';

/** Jobs of a recipient at a time: one is prepared while another one is sent. */
const AT_A_TIME = 2;
/** Jobs of a recipient that wait here; more are put off. */
const MAX_WAITING = 200;

/** Lets the jobs of a recipient wait for each other, so that they do not delay those of others. */
export class RecipientLanes {
  readonly #lanes = new Map<string, ReturnType<typeof limited>>();

  /** @returns false when too many jobs wait: nothing was done */
  async run(recipient: string, work: () => Promise<void>): Promise<boolean> {
    const lane = this.#lanes.get(recipient) ?? limited(AT_A_TIME);
    if (lane.pendingCount >= MAX_WAITING) return false;
    this.#lanes.set(recipient, lane);
    try {
      await lane(work);
    } finally {
      if (lane.activeCount + lane.pendingCount === 0) this.#lanes.delete(recipient);
    }
    return true;
  }
}
