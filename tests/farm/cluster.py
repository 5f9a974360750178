# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A Slurm cluster of one node on this machine, with Debian's slurm-wlm: everything is in a folder
of its own and ends with the test. It needs no service of the machine, no network and no cgroup."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol")
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
LONGEST = 300  # seconds until something that was started has to be there
MARK = "RVT_FARM_NODE"  # in the environment of what the node daemon starts
CONFIG = """ClusterName=farm
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
MailProg=/bin/true
SchedulerParameters=batch_sched_delay=0,sched_min_interval=1000,sched_interval=1,bf_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 Boards=1 SocketsPerBoard=1 CoresPerSocket=2 \\
ThreadsPerCore=1 RealMemory=500 State=UNKNOWN
PartitionName=farm Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def lacking():
    """The programs that are not installed."""
    return [program for program in PROGRAMS if not shutil.which(program, path=PATH)]


def free_ports(number):
    """Ports on which nothing listens."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(condition, what):
    """Waits until a condition holds. Raises TimeoutError."""
    end = time.monotonic() + LONGEST
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {LONGEST} s")
        time.sleep(0.05)


def processes_with(*words):
    """The processes whose environment has all of these NAME=VALUE, or starts of them."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/environ", "rb") as file:
                variables = file.read().split(b"\0")
        except OSError:
            continue
        if all(any(each.startswith(word.encode()) for each in variables) for word in words):
            found.append(int(entry))
    return found


def kill(processes):
    """Ends processes at once."""
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Cluster:
    """A cluster of one node that executes two tasks at a time."""

    def __enter__(self):
        """Starts it."""
        self.folder, self.daemons = tempfile.mkdtemp(prefix="rvt-farm-"), {}
        os.chmod(self.folder, 0o755)
        self.host = socket.gethostname().partition(".")[0]
        for name in ("state", "spool"):
            os.mkdir(f"{self.folder}/{name}")
        with open(f"{self.folder}/slurm.conf", "w", encoding="utf-8") as file:
            user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout
            ports = free_ports(2)
            file.write(
                CONFIG.format(folder=self.folder, host=self.host, user=user.strip(), ports=ports)
            )
        self.environment = dict(os.environ, PATH=PATH, SLURM_CONF=f"{self.folder}/slurm.conf")
        try:
            self.start_munge()
            self.start("slurmctld", "-D")
            self.start_node()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, name, *words, **more):
        """Starts a daemon, in the foreground."""
        with open(f"{self.folder}/{name}.out", "ab") as log:
            self.daemons[name] = subprocess.Popen(
                [name, *words], env=dict(self.environment, **more), stdout=log, stderr=log
            )

    def start_munge(self):
        """Starts the authentication."""
        key = f"{self.folder}/munge.key"
        with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o400), "wb") as file:
            file.write(os.urandom(1024))
        names = {"key-file": "key", "socket": "socket", "pid-file": "pid", "seed-file": "seed"}
        options = [f"--{name}={self.folder}/munge.{end}" for name, end in names.items()]
        self.start("munged", "--foreground", *options)
        wait_for(lambda: os.path.exists(f"{self.folder}/munge.socket"), "munged")

    def start_node(self):
        """Starts the daemon of the node, and waits until the node takes jobs."""
        self.start("slurmd", "-D", **{MARK: self.folder})
        self.ask("scontrol", "update", f"NodeName={self.host}", "State=RESUME")
        wait_for(lambda: self.ask("sinfo", "--noheader", "-o", "%T") in ("idle", "mixed"), "node")

    def ask(self, *words):
        """What a command of Slurm prints."""
        done = subprocess.run(
            words, env=self.environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def fail_node(self):
        """Ends the daemon of the node and everything that runs there, as a power failure does, and
        says so to the controller, which would find out after a time limit."""
        self.daemons["slurmd"].kill()
        self.daemons["slurmd"].wait()
        kill(processes_with(f"{MARK}={self.folder}"))
        kill(self.tasks())
        self.ask("scontrol", "update", f"NodeName={self.host}", "State=DOWN", "Reason=test")

    def hurry(self):
        """Lets tasks begin at once that are in the queue again; Slurm would wait for two minutes.
        Returns how many there are."""
        listed = self.ask("squeue", "--noheader", "--states=PENDING", "-o", "%i %r")
        tasks = [line.split()[0] for line in listed.splitlines() if line.endswith(" BeginTime")]
        for task in tasks:
            self.ask("scontrol", "update", f"JobId={task}", "StartTime=now")
        return len(tasks)

    def tasks(self):
        """The processes of jobs."""
        return processes_with(f"SLURM_CONF={self.folder}/", "SLURM_JOB_ID=")

    def __exit__(self, *_):
        """Ends everything."""
        for name in ("slurmctld", "slurmd", "munged"):
            if name in self.daemons:
                self.daemons[name].kill()
                self.daemons[name].wait()
        kill(processes_with(f"{MARK}={self.folder}"))
        kill(self.tasks())
        shutil.rmtree(self.folder, ignore_errors=True)
