import type { Milestone, MilestoneDefinition } from '@fasocolis/contracts/milestones';

export interface Route {
  /** In the order of their times, without those that were taken back. */
  passed: Milestone[];
  /** The one that can be taken back. */
  newest: Milestone | undefined;
  ahead: MilestoneDefinition[];
}

/**
 * The route of a consignment.
 * @param definitions those of its mode, by position
 */
export function routeOf(definitions: readonly MilestoneDefinition[], milestones: readonly Milestone[]): Route {
  const standing = milestones.filter(({ state }) => state !== 'withdrawing' && state !== 'withdrawn');
  const newestId = Math.max(...standing.map(({ id }) => id));
  const labels = new Set(standing.map(({ label }) => label));
  const furthest = definitions.map(({ label }) => labels.has(label)).lastIndexOf(true);
  return {
    newest: standing.find(({ id }) => id === newestId),
    passed: standing.sort((a, b) => a.occurredAt.localeCompare(b.occurredAt) || a.id - b.id),
    ahead: definitions.slice(furthest + 1),
  };
}
