import type { FastifyInstance } from "fastify";
import { isoOf } from "#contract/instants.ts";
import type { MakePasswordLinkRequest, PasswordLink } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogError } from "../../../http/errors.ts";
import { serve } from "../../../http/serve.ts";
import {
  addManager,
  inviteManager,
  linkAddress,
  type MadeLink,
  mailPasswordLink,
  makePasswordLink,
} from "../../../managers/accounts.ts";
import { eventOf } from "../../../managers/actor.ts";
import { listManagerViews } from "../../../managers/manager-view.ts";
import { removeSecondFactor } from "../../../managers/second-factor.ts";
import type { ChangeOutcome, StoredManager } from "../../../storage/managers/managers.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf, notifyingActor } from "../request-actor.ts";
import type { ProveOwner } from "./prove-owner.ts";

const NO_COLLEAGUE = { path: "handTo", message: "Choose a colleague who can sign in and isn't away" };

/**
 * Managers' accounts. Only administrators in person may change them, because whatever a leaked token created would
 * outlive the token. Calls that let a person in ask for the password again, and the code, because an open tab is not
 * enough proof.
 */
export function managerRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  { demandProof }: ProveOwner,
): void {
  const { storage, config, clock, mail, openId } = dependencies;

  /** Throws if a mail is requested but no mail server is set. */
  function isByMail(linkBy: MakePasswordLinkRequest["linkBy"]): boolean {
    if (linkBy === "mail" && !mail.isOn) throw new CatalogError("MAIL_OFF");
    return linkBy === undefined ? mail.isOn : linkBy === "mail";
  }

  function mailedLink({ managerId, email }: Pick<StoredManager, "managerId" | "email">): PasswordLink {
    mail.worker.wake();
    return { managerId, link: null, expiresAt: null, sentTo: email };
  }

  serve(app, manageEndpoints.listManagers, async () => ({
    managers: await listManagerViews(storage, openId?.issuer),
  }));

  serve(app, manageEndpoints.addManager, async (request) => {
    const { name, email, role, linkBy, ...proof } = request.body;
    const goesByMail = isByMail(linkBy);
    await demandProof(request, proof);
    const account = { name, email, role };
    const actor = notifyingActor(request, dependencies);
    if (goesByMail) {
      const managerId = await inviteManager(storage, account, actor);
      if (managerId === undefined) throw new CatalogError("EMAIL_TAKEN");
      return mailedLink({ managerId, email });
    }
    const link = await addManager(storage, account, actor);
    if (!link) throw new CatalogError("EMAIL_TAKEN");
    return toPasswordLinkView(config.publicUrl, link);
  });

  serve(app, manageEndpoints.makePasswordLink, async (request) => {
    const { managerId } = request.params;
    if (signedInPerson(request).manager.managerId === managerId) throw new CatalogError("OWN_PASSWORD_LINK");
    const { linkBy, ...proof } = request.body;
    const goesByMail = isByMail(linkBy);
    await demandProof(request, proof);
    const actor = notifyingActor(request, dependencies);
    if (goesByMail) {
      const manager = await mailPasswordLink(storage, managerId, actor);
      if (!manager) throw new CatalogError("NOT_FOUND");
      return mailedLink(manager);
    }
    const link = await makePasswordLink(storage, managerId, actor);
    if (!link) throw new CatalogError("NOT_FOUND");
    return toPasswordLinkView(config.publicUrl, link);
  });

  serve(app, manageEndpoints.unlinkManager, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const event = eventOf(notifyingActor(request, dependencies), "manager.unlinked", { detail: managerId });
    const isUnlinked = openId && (await storage.identities.unlink(managerId, openId.issuer, [event]));
    if (!isUnlinked) throw new CatalogError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.removeSecondFactor, async (request) => {
    const { managerId } = request.params;
    if (signedInPerson(request).manager.managerId === managerId) throw new CatalogError("OWN_SECOND_FACTOR");
    await demandProof(request, request.body);
    if (!(await removeSecondFactor(storage, managerId, notifyingActor(request, dependencies))))
      throw new CatalogError("NOT_FOUND");
    return {};
  });

  serve(app, manageEndpoints.endManagerSessions, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const event = eventOf(actorOf(request, clock()), "manager.sessions-ended", { detail: managerId });
    if (!(await storage.managers.find(managerId))) throw new CatalogError("NOT_FOUND");
    return { ended: await storage.managerSessions.endOf({ managerId }, [event]) };
  });

  serve(app, manageEndpoints.changeManager, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const { name, role, ...proof } = request.body;
    const before = await storage.managers.find(managerId);
    if (role === "administrator" && before?.role === "manager") await demandProof(request, proof);
    const detail = `${managerId} ${role}`;
    const event = eventOf(notifyingActor(request, dependencies), "manager.changed", { detail });
    return answer(await storage.managers.change({ managerId, name, role }, [event]));
  });

  serve(app, manageEndpoints.revokeManager, async (request) => {
    signedInPerson(request);
    const { managerId } = request.params;
    const { handTo } = request.body;
    const actor = notifyingActor(request, dependencies);
    const detail = handTo ? `${managerId} to ${handTo}` : managerId;
    const event = eventOf(actor, "manager.revoked", { detail });
    const outcome = await storage.managers.revoke({ managerId, at: actor.at, handTo }, [event]);
    if (outcome === "no-colleague") throw new CatalogError("VALIDATION_ERROR", { details: [NO_COLLEAGUE] });
    // queued mails for the revoked manager now go to the colleague
    mail.worker.wake();
    return answer(outcome);
  });

  serve(app, manageEndpoints.reviveManager, async (request) => {
    await demandProof(request, request.body);
    const { managerId } = request.params;
    const event = eventOf(notifyingActor(request, dependencies), "manager.revived", { detail: managerId });
    return answer(await storage.managers.revive(managerId, [event]));
  });
}

function answer(outcome: ChangeOutcome) {
  if (outcome === "missing") throw new CatalogError("NOT_FOUND");
  if (outcome === "last-administrator") throw new CatalogError("LAST_ADMINISTRATOR");
  return {};
}

function toPasswordLinkView(publicUrl: string, link: MadeLink): PasswordLink {
  const { managerId, expiresAt } = link;
  return { managerId, link: linkAddress(publicUrl, link), expiresAt: isoOf(expiresAt), sentTo: null };
}
