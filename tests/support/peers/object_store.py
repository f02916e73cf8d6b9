"""OpenStack Swift with its S3 API: its four servers in one process, on loopback, on free ports, in the folder that is named.

Prints the port of the S3 API when it serves, and ends when its standard input does.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import hubs, wsgi
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol, loadapp

KINDS = ("account", "container", "object")
DEVICE = "disk"

COMMON = """[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
log_level = ERROR
"""

STORAGE = """[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

# tempauth's user is the key's id, its password the secret
PROXY = """[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:tempauth]
use = egg:swift#tempauth
user_firsthand_tests = s3-secret .admin
# an upload in parts is one of its large objects
[filter:slo]
use = egg:swift#slo
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
storage_domain = s3.test
"""

POLICIES = """[swift-hash]
swift_hash_path_suffix = firsthand
[storage-policy:0]
name = only
default = yes
"""


def serve(folder):
    def write(name, text):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    os.makedirs(os.path.join(folder, "devices", DEVICE))
    utils.SWIFT_CONF_FILE = write("swift.conf", POLICIES)
    utils.HASH_PATH_SUFFIX = b"firsthand"
    storage_policy.reload_storage_policies()
    sockets = {kind: eventlet.listen(("127.0.0.1", 0)) for kind in (*KINDS, "proxy")}
    for kind in KINDS:
        save_ring(os.path.join(folder, f"{kind}.ring.gz"), sockets[kind].getsockname()[1])
    for kind, socket in sockets.items():
        pipeline = PROXY if kind == "proxy" else STORAGE.format(kind=kind)
        app = loadapp(write(f"{kind}.conf", COMMON.format(folder=folder) + pipeline))
        eventlet.spawn(wsgi.server, socket, app, protocol=SwiftHttpProtocol, log_output=False)
    return sockets["proxy"].getsockname()[1]


def save_ring(path, port):
    """One copy of everything, on one device."""
    builder = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    device = {"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": DEVICE, "weight": 1}
    builder.add_dev(device)
    builder.rebalance()
    builder.get_ring().save(path)


print(serve(sys.argv[1]), flush=True)
hubs.trampoline(sys.stdin.fileno(), read=True)
