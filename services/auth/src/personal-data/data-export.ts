import { personalDataOperations } from '@fasocolis/contracts/operations/common';
import {
  PERSONAL_DATA_SERVICES,
  type PersonalData,
  type PersonalDataSubject,
} from '@fasocolis/contracts/personal-data';
import { AppError, retryIn } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { verifiedEmailOf } from '../shared/account-deletion.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { isStaffMember } from '../shared/user-row.ts';
import { readAccountData } from './account-data.ts';

/** How long a service may take, in milliseconds: shorter than the gateway's timeout for auth. */
export const EXPORT_TIMEOUT_MS = 15_000;
export const LONGEST_EXPORT_SECONDS = 60;

export type DataHolders = Record<(typeof PERSONAL_DATA_SERVICES)[number], ServiceClient>;

const EXPLANATION = [
  'Ce fichier contient tout ce que FasoColis garde sur vous, rubrique par rubrique. Une rubrique vide, [], veut dire que nous ne gardons rien de ce genre.',
  "Les dates sont écrites année-mois-jour, puis l'heure GMT, celle du Burkina Faso. Les mots null, true et false veulent dire\u00a0: rien, oui et non.",
  'Le catalogue des produits ne garde rien sur vous. Les messages du formulaire de contact sont ceux de votre adresse e-mail, si elle est vérifiée.',
  'Ce fichier est personnel\u00a0: ne le transmettez à personne.',
];
const INCOMPLETE =
  "Votre fichier serait incomplet\u00a0: un de nos services ne répond pas. Rien n'a été téléchargé. Réessayez dans quelques minutes.";

interface ExportDependencies extends Dependencies {
  holders: DataHolders;
}

export async function exportPersonalData(
  userId: number,
  requestId: string,
  { database, sessions, holders, exports, running }: ExportDependencies,
): Promise<PersonalData> {
  const user = await database.user.findUnique({ where: { id: userId } });
  if (!user) throw new AppError('unauthenticated');
  const subject = `user ${userId}`;
  await exports.assertOpen(subject);
  if (!(await running.tryCount(subject))) {
    throw new AppError(
      'too-many-requests',
      `Votre fichier est déjà en préparation. ${retryIn(LONGEST_EXPORT_SECONDS)}.`,
      {
        retryAfterSeconds: LONGEST_EXPORT_SECONDS,
      },
    );
  }
  try {
    const isStaff = isStaffMember(user);
    const subjectOfData: PersonalDataSubject = {
      userId,
      verifiedEmail: verifiedEmailOf(user),
      ...(user.verifiedPhone !== null && { hasVerifiedPhone: true }),
      ...(isStaff && { isStaff }),
    };
    const [own, ...others] = await Promise.all([
      readAccountData(database, sessions, user),
      ...PERSONAL_DATA_SERVICES.map((name) => partOf(holders[name], requestId, subjectOfData)),
    ]);
    await exports.count(subject);
    return Object.assign({ "À lire d'abord": EXPLANATION, 'Fichier préparé le': new Date() }, own, ...others);
  } finally {
    await running.forget(subject);
  }
}

async function partOf(holder: ServiceClient, requestId: string, subject: PersonalDataSubject): Promise<PersonalData> {
  const part = await holder
    .find(personalDataOperations.readPersonalData, requestId, { body: subject })
    .catch((cause) => {
      throw incomplete(cause);
    });
  // A former version of the service may respond for a moment during an update.
  if (!part) throw incomplete();
  return part;
}

const incomplete = (cause?: unknown) => new AppError('unavailable', INCOMPLETE, { cause });
