import type { Milestone, MilestoneDefinition } from '@fasocolis/contracts/milestones';

export interface Route {
  /** In the order of their times. */
  passed: Milestone[];
  ahead: MilestoneDefinition[];
}

/**
 * The route of a consignment.
 * @param definitions those of its mode, by position
 */
export function routeOf(definitions: readonly MilestoneDefinition[], milestones: readonly Milestone[]): Route {
  const labels = new Set(milestones.map(({ label }) => label));
  const furthest = definitions.map(({ label }) => labels.has(label)).lastIndexOf(true);
  return {
    passed: [...milestones].sort((a, b) => a.occurredAt.localeCompare(b.occurredAt) || a.id - b.id),
    ahead: definitions.slice(furthest + 1),
  };
}
