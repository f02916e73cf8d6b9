const ACTIONS = ["create", "findOne", "update"].map((action) => `api::record.record.${action}`);

module.exports = {
  /** Lets signed-in users create, read and change records. */
  async bootstrap({ strapi }) {
    const roles = strapi.db.query("plugin::users-permissions.role");
    const permissions = strapi.db.query("plugin::users-permissions.permission");
    const role = await roles.findOne({ where: { type: "authenticated" } });
    for (const action of ACTIONS) {
      const granted = await permissions.findOne({ where: { action, role: role.id } });
      if (!granted) await permissions.create({ data: { action, role: role.id } });
    }
  },
};
