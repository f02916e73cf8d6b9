import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { SavedView } from "#contract/manage/views.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import type { StoredView } from "../../storage/clients/views.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";

/** Saved views: managers have their own, and administrators maintain the shared ones. */
export function viewRoutes(app: FastifyInstance, { storage, clock }: Dependencies): void {
  serve(app, manageEndpoints.listViews, async (request) => {
    const views = await storage.views.list(signedInManager(request).manager.managerId);
    return { views: views.map(toView) };
  });

  serve(app, manageEndpoints.addView, async (request) => {
    const { isShared, ...body } = request.body;
    const view = { ...body, viewId: `vw_${randomUUID()}`, owner: ownerOf(request, isShared) };
    if (!(await storage.views.add(view, clock()))) throw new CatalogError("TOO_MANY_VIEWS");
    return toView(view);
  });

  serve(app, manageEndpoints.changeView, async (request) => {
    const { viewId } = await changeableView(request);
    const { isShared, ...body } = request.body;
    const view = { ...body, viewId, owner: ownerOf(request, isShared) };
    if (!(await storage.views.change(view))) throw new CatalogError("NOT_FOUND");
    return toView(view);
  });

  serve(app, manageEndpoints.deleteView, async (request) => {
    const { viewId } = await changeableView(request);
    await storage.views.drop(viewId);
    return {};
  });

  /** A private view of another manager counts as not found. */
  async function changeableView(
    request: FastifyRequest<{ Params: { viewId: string } }>,
  ): Promise<StoredView> {
    const { managerId, role } = signedInManager(request).manager;
    const view = await storage.views.find(request.params.viewId);
    if (!view || (view.owner !== null && view.owner !== managerId)) throw new CatalogError("NOT_FOUND");
    if (view.owner === null && role !== "administrator") throw new CatalogError("FORBIDDEN");
    return view;
  }
}

function ownerOf(request: FastifyRequest, isShared: boolean): string | null {
  const { managerId, role } = signedInManager(request).manager;
  if (!isShared) return managerId;
  if (role !== "administrator") throw new CatalogError("FORBIDDEN");
  return null;
}

function toView({ viewId, name, selection, columns, owner }: StoredView): SavedView {
  const { search, filter, state, manager, tag, interview, due, order, direction } = selection;
  return {
    viewId,
    name,
    selection: { search, filter, state, manager, tag, interview, due, order, direction },
    columns,
    isShared: owner === null,
  };
}
