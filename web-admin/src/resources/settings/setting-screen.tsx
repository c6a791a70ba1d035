import {
  SetClientCodePrefixSchema,
  SetProductParagraphSchema,
  SetWhatsappNumberSchema,
  SetWhatsappTemplateSchema,
} from '@fasocolis/contracts/app-settings';
import { SetTellTextSchema, TELL_TEXT_KEY, TELL_WORDS } from '@fasocolis/contracts/tell-text';
import { Box } from '@mui/material';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Screen } from '../../components/screen.tsx';
import { useWhatsapp } from '../../components/settings.ts';
import { OutlinedButton } from '../../components/text-button.tsx';
import { ChinaAddressesCard, PickupPointsCard } from './list-settings.tsx';
import { PaymentSettingsCard } from './payment-settings.tsx';
import { SettingCard } from './setting-card.tsx';

export default function SettingScreen() {
  const hasWhatsapp = useWhatsapp();
  return (
    <Screen title="Paramètres" actions={<OutlinedButton to="/" label="Retour" icon={ArrowLeft} />}>
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 720 }}>
        <SettingCard
          settingKey="whatsapp_number"
          schema={SetWhatsappNumberSchema}
          description="Numéro WhatsApp du service client"
          hint="Vos clients écrivent à ce numéro. Chiffres seulement, avec l'indicatif du pays&nbsp;: +22670123456."
          type="tel"
          success="Numéro WhatsApp mis à jour avec succès"
          failure={(reason) => `Impossible de mettre à jour le numéro WhatsApp: ${reason}`}
        />
        <PickupPointsCard />
        <ChinaAddressesCard />
        <SettingCard
          settingKey="client_code_prefix"
          schema={SetClientCodePrefixSchema}
          description="Préfixe des codes client"
          hint="2 à 6 lettres. Avec FASO, le premier client a le code FASO1001, qu'il fait écrire sur ses cartons en Chine."
          success="Préfixe des codes client mis à jour avec succès"
          failure={(reason) => `Impossible de mettre à jour le préfixe des codes client\u00a0: ${reason}`}
        />
        <SettingCard
          settingKey="product_detail_paragraph"
          schema={SetProductParagraphSchema}
          description="Paragraphe affiché sur la page de chaque produit"
          hint="Affiché sur la page de chaque produit. Vide, rien n'est affiché."
          multiline
          minRows={4}
          success="Paragraphe des produits mis à jour avec succès"
          failure={(reason) => `Impossible de mettre à jour le paragraphe des produits: ${reason}`}
        />
        <SettingCard
          settingKey={TELL_TEXT_KEY}
          schema={SetTellTextSchema}
          description="Message WhatsApp de «&nbsp;À prévenir&nbsp;»"
          hint={`Le message WhatsApp proposé dans «\u00a0À prévenir\u00a0». Ces mots sont remplacés\u00a0: ${TELL_WORDS.map((word) => `{${word}}`).join(', ')}. {colis} devient «\u00a0votre colis\u00a0» ou «\u00a0vos colis\u00a0».`}
          multiline
          minRows={3}
          success="Message WhatsApp mis à jour avec succès"
          failure={(reason) => `Impossible de mettre à jour le message WhatsApp\u00a0: ${reason}`}
        />
        <PaymentSettingsCard />
        {hasWhatsapp && (
          <SettingCard
            settingKey="whatsapp_template"
            schema={SetWhatsappTemplateSchema}
            description="Modèle approuvé par WhatsApp, plus de 24 heures après le dernier message d'une personne"
            hint="Son nom, en français (fr), avec cinq variables dans cet ordre&nbsp;: prénom, référence, statut, date, lien. Vide, ces personnes restent dans «&nbsp;À prévenir&nbsp;»."
            success="Modèle WhatsApp mis à jour avec succès"
            failure={(reason) => `Impossible de mettre à jour le modèle WhatsApp\u00a0: ${reason}`}
          />
        )}
      </Box>
    </Screen>
  );
}
