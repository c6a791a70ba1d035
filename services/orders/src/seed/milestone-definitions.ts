import type { TransportMode } from '@fasocolis/contracts/orders';
import { seedOnce } from '@fasocolis/service-kit/data/seed';
import type { Database, Transaction } from '../database.ts';

interface SeededMilestone {
  label: string;
  status: string;
  defaultPlace?: string;
  places?: string[];
  opensPickup?: boolean;
}

/** Where consignments depart: a milestone is in the town of its consignment or of the agent, if it lists that. */
const IN_CHINA = { places: ['Guangzhou', 'Foshan', 'Shenzhen', 'Yiwu', 'Ningbo', 'Shanghai'] };

const RECEIVED: SeededMilestone = {
  label: "Reçu à l'entrepôt",
  status: 'PROCESSING',
  defaultPlace: 'Guangzhou',
  ...IN_CHINA,
};
const IN_OUAGADOUGOU: SeededMilestone[] = [
  { label: 'Arrivé à Ouagadougou', status: 'ARRIVED', defaultPlace: 'Ouagadougou' },
  { label: 'En douane', status: 'CUSTOMS', defaultPlace: 'Ouagadougou' },
  { label: 'Prêt au retrait', status: 'ARRIVED', defaultPlace: 'Ouagadougou', opensPickup: true },
];

const MILESTONES: Record<TransportMode, SeededMilestone[]> = {
  AIR: [
    RECEIVED,
    { label: 'Parti de Chine', status: 'IN_TRANSIT', defaultPlace: 'Guangzhou', ...IN_CHINA },
    { label: 'En transit', status: 'IN_TRANSIT' },
    ...IN_OUAGADOUGOU,
  ],
  SEA: [
    RECEIVED,
    { label: 'Chargé', status: 'PROCESSING', defaultPlace: 'Ningbo', ...IN_CHINA },
    { label: 'Parti de Chine', status: 'IN_TRANSIT', defaultPlace: 'Ningbo', ...IN_CHINA },
    { label: 'Arrivé au port', status: 'IN_TRANSIT', places: ['Lomé', 'Abidjan', 'Tema', 'Cotonou'] },
    { label: 'En route vers le Burkina', status: 'IN_TRANSIT' },
    { label: 'À la frontière', status: 'IN_TRANSIT' },
    ...IN_OUAGADOUGOU,
  ],
};

export async function seedMilestoneDefinitions(database: Database): Promise<void> {
  await seedOnce<Transaction>(database, 'milestone-definitions', (transaction) =>
    transaction.milestoneDefinition.createMany({
      data: Object.entries(MILESTONES).flatMap(([mode, milestones]) =>
        milestones.map((milestone, index) => ({
          mode: mode as TransportMode,
          position: index + 1,
          places: [],
          ...milestone,
        })),
      ),
    }),
  );
}
