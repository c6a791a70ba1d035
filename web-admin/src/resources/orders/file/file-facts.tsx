import { goodsName, modeName } from '@fasocolis/contracts/change-words';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { shortLinkPath } from '@fasocolis/contracts/reading/reference';
import type { User } from '@fasocolis/contracts/user';
import { shortDate, shortMoment } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { orderTimeline } from '@fasocolis/web-kit/timeline';
import { Tracker } from '@fasocolis/web-kit/tracker';
import { Link, Typography } from '@mui/material';
import { useGetMany } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { TabLink } from '../../../components/buttons.tsx';
import { customerName } from '../../../components/people-names.tsx';
import { ReceptionPhotos } from '../../../components/reception-photos.tsx';
import { Facts, factRows } from '../../../components/record-view.tsx';
import { Section } from '../../../components/screen.tsx';
import { useClientCodes } from '../../../components/settings.ts';
import { SignInLinkButton } from '../../../components/sign-in-link.tsx';
import { useIsAgent } from '../../../providers/use-user.ts';
import { SilentMark } from '../silent-mark.tsx';
import { Pieces } from './piece-steps.tsx';

export function CustomerView({ order }: { order: StaffOrder }) {
  const steps = orderTimeline(order).map(({ timestamp: _, ...step }) => step);
  const { situation, latestUpdateTime } = order;
  return (
    <Section title="Comme le client le voit" sx={{ display: 'grid', alignContent: 'start', gap: 2 }}>
      <div className="row centred">
        <StatusBadge order={order} />
        {order.isSilent && <SilentMark order={order} />}
      </div>
      <Tracker steps={steps} />
      <Facts>
        {{
          ...(situation && { [situation.label || 'Situation']: situation.text }),
          ...(situation?.town && { 'Lieu de retrait': situation.town }),
          'Dernière mise à jour': (
            <>
              <Typography component="span" sx={{ display: 'block', whiteSpace: 'pre-line' }}>
                {order.latestUpdate ?? 'Aucune pour le moment'}
              </Typography>
              {latestUpdateTime && shortMoment(latestUpdateTime)}
            </>
          ),
        }}
      </Facts>
      <TabLink href={shortLinkPath(order.reference)} sx={{ py: 1.5 }}>
        Ouvrir la page du colis
      </TabLink>
    </Section>
  );
}

export function ParcelFacts({ order }: { order: StaffOrder }) {
  const { recipientPhone, userId, weightGrams, volumeCm3 } = order;
  const codeOf = useClientCodes();
  return (
    <Section title="Destinataire et colis">
      <Facts sx={narrowRows}>
        {{
          Destinataire: order.recipientName ?? 'Non renseigné',
          Téléphone: recipientPhone ? (
            <Link href={`tel:${recipientPhone}`}>{spacedPhone(recipientPhone)}</Link>
          ) : (
            'Pas de numéro\u00a0: non prévenu par WhatsApp'
          ),
          Client: userId ? <Customer id={userId} /> : 'Aucun',
          'Code client': userId ? codeOf(userId) : undefined,
          Transport: order.mode ? modeName(order.mode) : 'Inconnu',
          Expédition: order.consignment ? (
            <Link component={RouterLink} to={`/consignments/${order.consignment.id}`}>
              {order.consignment.code}
            </Link>
          ) : undefined,
          'N° de transporteur': order.aliases.length > 0 ? order.aliases.join(', ') : undefined,
          Pièces: order.pieces === null ? undefined : <Pieces order={order} />,
          Poids: weightGrams === null ? undefined : writtenWeight(weightGrams),
          Volume: volumeCm3 === null ? undefined : writtenVolume(volumeCm3),
          Contenu: order.contents ?? undefined,
          Nature: order.goodsKind ? goodsName(order.goodsKind) : undefined,
          Valeur: order.declaredValue === null ? undefined : writtenFrancs(order.declaredValue),
          Photos: order.photos && <ReceptionPhotos ids={order.photos} />,
          'Créé le': shortDate(order.createdAt),
        }}
      </Facts>
      {recipientPhone && <SignInLinkButton phone={recipientPhone} name={order.recipientName} sx={{ mt: 1 }} />}
    </Section>
  );
}

/** The name of a customer; for agents, who read no accounts of customers, the number. */
function Customer({ id }: { id: number }) {
  const isAgent = useIsAgent();
  const { data: [customer] = [] } = useGetMany<User>('users', { ids: [id] }, { enabled: !isAgent });
  if (isAgent) return 'A un compte';
  return (
    <Link component={RouterLink} to={`/users?view=${id}`}>
      {customer ? customerName(customer) : `n° ${id}`}
    </Link>
  );
}

const narrowRows = factRows('minmax(90px, 2fr) minmax(0, 3fr)', 1);
