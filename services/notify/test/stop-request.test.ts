import { describe, expect, it } from 'vitest';
import { readRequest } from '../src/whatsapp/replies.ts';

describe('a message', () => {
  it.each([
    ...['STOP‎', 'Je ne veux pas de vos messages sur DEMO0001'],
    ...["Supprimez mon numéro, le colis DEMO0001 n'est pas à moi", 'DEMO0001 stop', 'DEMO0002, stop svp'],
    ...['Il faut arrêter', 'Retirez-moi de la liste', 'Supprimez mon numéro', "C'est pas mon numéro"],
    ...['do not contact me', 'opt out', 'Cesse', 's-t-o-p', 'je veux plus vos messages', 's t o p'],
    ...['Stop tout', 'STOP STOP', 'Stoppp', 'Arrêtez ça', 'arrêtez maintenant', "Arrêtez de m'écrire"],
    ...["Cessez de m'envoyer des messages", 'cessez vos messages', 'Arrêtez de me déranger', 'stop messages'],
    ...['STOP les messages', 'stop sending me messages', "don't text me", 'please do not contact me'],
    ...['remove me from your list', 'Remove my number', 'delete my number', 'leave me alone'],
    ...['Laissez-moi tranquille', 'Enlevez-moi de votre liste', 'enlevez mon numéro de votre liste'],
    ...['Effacez mon numéro svp', "ce n'est pas mon numéro", 'mauvais numéro', 'Vous vous trompez de numéro'],
    ...['wrong number', 'faux numéro', "Ne m'écrivez plus au sujet de DEMO0001", 'je veux plus de messages'],
    ...["j'en veux plus de vos messages", 'Je ne veux rien recevoir', "ne m'envoyez rien", "ne m'envoyez plus"],
    ...["Ne m'envoyez plus de messages sur DEMO0001", 'stop DEMO0001', 'STOP pour DEMO0001', 'Stop SUIVI'],
    ...['arrêter le suivi de DEMO0001', 'Je ne veux plus de suivi', 'désabonnez-moi', 'Désabonnez moi svp'],
    ...['Unsubscribe me', 'OPT-OUT', 'optout', 'opt me out', 'Je ne suis pas intéressé', 'Pas intéressé merci'],
    ...["J'ai marre de vos messages", 'Ras-le-bol de vos messages', 'DEMO 0001 stop', 'FC-ZDM9XCY8 stop'],
    ...['Stop !!!', 'non, stop', 'Arrêtez svp, merci', "m'envoyez plus de messages", "m'écrivez plus"],
    ...['Ne me contactez pas', 'Je veux pas de vos notifications', 'stop stp DEMO0001'],
    ...['Je ne veux plus recevoir vos messages pour le colis DEMO0001', 'Arrêtez les notifications DEMO0001'],
    ...['plus aucun message', 'No more messages please', "I don't want your messages", 'Stop texting me'],
    ...['Cessez', 'cesser', 'On arrête', "J'arrête", 'vous pouvez arrêter', 'Veuillez cesser'],
    ...['il faut stopper', 'Il faut arrêter les messages', "Il faut arrêter de m'écrire", 'Retirez mon numéro'],
    ...['Retire-moi', 'supprimez moi de la liste', 'Me retirer de la liste svp', 'Supprimer mon contact'],
    ...["ce n'est plus mon numéro", "ce numéro n'est pas le mien", 'Vous avez le mauvais numéro'],
    ...['je veux plus de vos messages', 'je ne veux plus vos messages', "J'veux plus de messages"],
    ...['Je refuse vos messages', 'Bloquez mon numéro', 'arretez moi ca'],
    ...['stop svp je ne veux plus rien recevoir', "Stop, j'ai déjà reçu mon colis"],
    ...["Stop j'ai déjà reçu mon colis", 'please remove me', 'don’t contact me', 'Do not send me messages'],
    ...['stop contacting me', 'stop it', 'Désinscrivez-moi', "Merci d'arrêter vos messages"],
    ...["Ne m'appelez plus", 'pas de messages', 'je souhaite me désabonner', 'comment me désabonner ?'],
    ...['Stop les notifs', 'Je ne souhaite plus être contacté par vous', 'Ne me dérangez plus'],
    ...["Arrêtez d'envoyer des messages", 'Arrêtez de nous écrire', 'STOP SMS'],
    ...['effacer mon numéro de votre base', 'sortez moi de votre liste', 'c pas mon num'],
    ...['Je ne suis pas la bonne personne', 'pas la bonne personne', 'Vous avez la mauvaise personne'],
    ...['no thanks stop', 'do not message me', 'dont message me', 'stp arrêtez', "Je vous demande d'arrêter"],
    ...["je vous prie d'arrêter", "Veuillez arrêter de m'envoyer des messages"],
    ...['Veuillez me retirer de votre liste de diffusion', 'arrêtez vos messages sur DEMO0001'],
    ...['DEMO0001 : stop', 'DEMO0001 arrêtez', 'Stop le suivi de DEMO0001', 'plus de suivi DEMO0001'],
    ...['ne suivez plus DEMO0001', 'Arrêtez de suivre DEMO0001', 'Ne plus me contacter', 'Pas de SMS svp'],
    ...["arretez de m'envoyer ça", 'arrêtez ces messages inutiles', 'Arrêtez avec vos messages'],
    ...['stop avec vos messages', 'stop aux messages', 'stop à vos messages', 'unsubscribe DEMO0001'],
    ...['Oubliez mon numéro', 'Fichez-moi la paix', 'stop DEMO0001 DEMO0002', 'STOP DEMO0001, merci'],
    ...['Bonjour, je voudrais arrêter de recevoir vos messages', 'je voudrais arrêter les messages'],
    ...["J'aimerais arrêter les notifications", "merci d'arrêter les messages", 'je voudrais me désabonner'],
    ...['je veux me désinscrire', 'Je ne désire plus de messages', 'Ne pas me contacter'],
    ...['ne plus contacter ce numéro', 'Ne contactez plus ce numéro', "n'écrivez plus à ce numéro"],
    ...['Plus de notifs', 'coupez les notifications', 'Arrêtez !!!', 'cest pas mon numero'],
    ...['ce nest pas mon numero', 'jveux plus vos messages', 'Je veux plus rien recevoir'],
    ...['je veux plus rien recevoir de vous', 'STOP\nDEMO0001', 'DEMO0001\nSTOP'],
    ...['Je ne veux plus de messages concernant DEMO0001', 'je ne veux pas de messages DEMO0001'],
    ...['Bonsoir stop', 'Arrêtez de me contacter pour DEMO0001', 'Je ne veux plus suivre le colis DEMO0001'],
    ...['Ne me prévenez plus', 'Ne me prévenez plus pour DEMO0001', 'Merci de supprimer mon numéro'],
    ...['Merci de me retirer de votre liste', 'Vous pouvez supprimer mon numéro'],
    ...['je souhaite que vous supprimiez mon numéro', 'Retirez mon numéro de DEMO0001'],
    ...["Ne m'envoyez plus les messages", 'Ne m envoyez plus de sms', "Arrêtez d'envoyer", "arrêtez d'écrire"],
    ...['je ne veux pas être contacté', 'Please stop sending me messages', 'Stop notifications'],
    ...['Stop these messages', 'I want to unsubscribe', 'take my number off your list'],
    ...['Please delete my phone number', "don't write to me", 'do not text', 'Halte', 'arreter svp'],
    ...['stop thank you', 'stop thanks', 'This is not my number', 'je ne suis plus intéressé', "n'écris plus"],
    ...['Vous avez le mauvais contact', "don't message me again", "Je n'ai plus besoin de vos messages"],
    ...['arretez de menvoyer des messages', 'ne mecrivez plus', 'nenvoyez plus rien', 'je nveux plus de message'],
    ...['ne mappelez plus', 'vos messages ne minteressent pas', 'okay stop', 'DESABO'],
  ])('asks for no more messages by %j', (text) => expect(readRequest(text)).toEqual({ kind: 'stop' }));

  it.each([
    ...['Bloquez mon colis', 'Sortez mon colis du port', 'Pouvez-vous me sortir mon colis'],
    ...['pouvez-vous me retirer ça', 'Je veux retirer mon colis', 'il faut arrêter le bateau', 'Appelez-moi'],
    ...["Ne m'appelez", 'Contactez moi svp', 'Écrivez-moi', 'je ne veux pas payer', 'Je veux plus de temps'],
    ...["Je n'ai plus mon numéro", "j'ai oublié mon numéro", 'Quel est mon numéro ?'],
    ...["Votre message n'est pas clair", 'Je ne comprends pas votre message', 'Envoyez-moi un message'],
    ...['Envoyez plus de détails', 'Supprimez mes frais', 'Effacez ma dette', 'Prévenez-moi', 'je veux suivre'],
    ...['Pas encore reçu', 'Pas de souci', 'Plus de colis ?', 'Fini le travail', 'Assez cher'],
    ...['Je suis intéressé', 'Je ne suis pas là', "Ce n'est pas bon", "On s'est trompé de colis"],
    ...['Vous vous trompez de colis', 'mauvais colis', 'mauvais numéro de colis', 'Fin décembre ?'],
    ...['La fin du mois', 'Coupez le prix', 'Enlevez les frais', 'Je veux annuler', 'Arrêt Pissy'],
    ...['arrêt de la SOTRACO', 'Arrêtez le bateau', 'arrêtez de mentir aux clients', 'Cessez les retards'],
    ...['Stop au retard', "Ne m'envoyez pas de colis", "n'envoyez plus rien par bateau", 'supprimez le colis'],
    ...['Annulez ma commande', 'vos messages sont utiles', 'Ne retirez pas mon numéro', 'Arret Tampouy'],
    ...['Arrêt de bus', 'Cessez de me faire attendre', "n'arrêtez pas les messages"],
    ...['Ne supprimez pas mon numéro', 'arrêtez de mentir', 'Arrêt à Dubaï ?'],
    ...['Pourquoi avez-vous arrêté les messages ?', 'vous avez arrêté les messages'],
    ...["ce n'est pas mon numéro de colis", 'mon numéro a changé', 'Où retirer mon colis'],
    ...['Retirez mon colis svp', "ne cessez pas de m'envoyer les messages", 'Supprimez mon compte'],
    ...['Arrêtez vos bêtises', 'Arrêtez-vous à Bobo', "Le bus s'arrête où ?", 'Stop à Dubaï ?'],
    ...["j'ai été désabonné", 'Arrêt du bateau', 'Vous avez cessé vos messages'],
    ...['je voudrais plus de messages', "ne m'envoyez plus mon colis à Bobo", 'arrêtez de me faire attendre'],
    ...['Cessez ce jeu', "Je n'ai pas reçu vos messages", "Ne m'oubliez pas"],
    ...['Je suis intéressé par vos messages', 'Je ne veux pas me désabonner', "don't stop the messages"],
    ...['why did you stop sending messages', "annulez l'envoi", 'Pouvez-vous menvoyer la photo'],
    ...['je voulais minformer', 'ne menvoyez plus mon colis à Bobo'],
  ])('asks for nothing by %j', (text) => {
    expect(readRequest(text)).toBeNull();
  });

  it.each([
    ...['Mon colis DEMO0001 ne bouge plus, arrêt à Tampouy', 'DEMO0001 stop à Dubaï ?'],
    ...['Cessez vos mensonges DEMO0001', "ce n'est pas mon colis DEMO0001", 'Pourquoi arrêter DEMO0001 à Lomé'],
    ...['je veux plus attendre DEMO0001', 'DEMO0001 arrêt', 'DEMO0001 vous avez arrêté les messages ?'],
    ...['DEMO0001 stop ?', 'Arrêt à Dubaï ? DEMO0001', 'arrêtez de jouer avec nous où est mon colis DEMO0001'],
    ...["ne m'envoyez plus mon colis à Bobo mais à Ouaga DEMO0001", "Le colis DEMO0001 n'est pas à moi"],
    ...['Je ne veux plus du colis DEMO0001', 'Annulez le colis DEMO0001', 'Arrêtez DEMO0001', 'arrêt DEMO0001'],
    ...["C'est pas mon numéro DEMO0001", 'Cessez de me faire attendre DEMO0001'],
    ...['pourquoi mon colis DEMO0001 est arrêté à Lomé', 'Mon colis DEMO0001 est en stop à Lomé'],
    ...['Stop ! où est mon colis DEMO0001 ?', 'stop le colis DEMO0001'],
    ...['Arrêtez ! mon colis DEMO0001 est perdu', 'Arrêtez le colis DEMO0001 à Bobo'],
    ...["N'arrêtez pas les messages DEMO0001", 'supprimez le colis DEMO0001 svp'],
  ])('may be about a parcel, or ask to stop: %j', (text) => {
    expect(readRequest(text)).toMatchObject({
      kind: 'doubtful',
      references: expect.arrayContaining([expect.stringContaining('DEMO0001')]),
    });
  });

  it.each([
    ...['je veux retirer DEMO0001', 'quand arrive DEMO0001', 'message pour DEMO0001'],
    ...["Où est DEMO0001, je n'ai pas de nouvelles", 'DEMO0001 pas encore reçu'],
    ...["mon colis DEMO0001 n'est pas arrivé", 'Où retirer mon colis DEMO0001 ?'],
    ...['je ne vois pas mon colis DEMO0001', "je n'ai pas mon colis DEMO0001", 'DEMO0001 svp', 'STOP-2026'],
    ...['ARRET-12', "Je n'ai plus reçu de messages pour DEMO0001"],
  ])('does not ask to stop: %j', (text) => {
    expect(readRequest(text)).toMatchObject({ kind: 'bare' });
  });
});

it('a request is not read behind 4,096 characters of the composed message', () => {
  // Each of these composes to 18 characters.
  expect(readRequest(`${'ﷺ '.repeat(300)}. STOP`)?.kind).not.toBe('stop');
});
